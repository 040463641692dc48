import {resolve} from 'node:path'
import {EXIT} from '#error/exit'
import {typedPath} from '#path/shown-path'
import {readConfig} from '../config/read-config.ts'
import type {NodeSettings} from '../config/settings.ts'
import {CRASH_POINTS} from '../model/crash-points.ts'
import type {NodeRelease} from '../model/release.ts'
import {crashWish} from './crash-wish.ts'
import {loadNetwork} from './load-network.ts'
import type {NodePorts} from './ports.ts'
import {startNode} from './start-node.ts'
import type {NodeSurroundings} from './surroundings.ts'

/** `hostnode serve`: until a signal asks for the end. The exit code. */
export async function serveNode(release: NodeRelease, around: NodeSurroundings, ports: NodePorts): Promise<number> {
  const [, ...args] = around.args
  if (args.length === 1 && args[0] === '--list-crash-points') {
    around.out(`${CRASH_POINTS.join('\n')}\n`)
    return EXIT.ok
  }
  const settings = inFolder(await readConfig({args, env: around.env}, ports.files.reader), around.cwd)
  const crash = crashWish(around)
  const {validators} = settings
  const network = validators === undefined ? undefined : await loadNetwork(validators, ports.files.reader)
  const asked = Promise.withResolvers<void>()
  let count = 0
  ports.onSignal((name) => {
    if (++count > 1) around.endNow(name === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted)
    asked.resolve()
  })
  const runtimeDir = around.env['XDG_RUNTIME_DIR'] ?? around.env['TMPDIR'] ?? '/tmp'
  const typedDataDir = typedPath(settings.dataDir, around.cwd)
  const wish = {settings, network, release, crashAt: crash, say: around.err, pid: around.pid, runtimeDir, typedDataDir}
  const node = await startNode(wish, ports)
  await asked.promise
  await node.stop()
  return EXIT.ok
}

/** Paths are from the folder of the caller. */
function inFolder(settings: NodeSettings, cwd: string): NodeSettings {
  const at = (path: string | undefined) => (path === undefined ? undefined : resolve(cwd, path))
  return {
    ...settings,
    dataDir: resolve(cwd, settings.dataDir),
    tlsCert: at(settings.tlsCert),
    tlsKey: at(settings.tlsKey),
    bootstrapTokenFile: at(settings.bootstrapTokenFile),
    validators: at(settings.validators),
    readyFile: at(settings.readyFile),
  }
}
