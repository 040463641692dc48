import {join} from 'node:path'
import {AssayError} from '#error/assay-error'
import {uniqueName} from '#path/write-atomic'
import {applyOrder, type FaultDesk} from '../fault/apply-order.ts'
import {keepFaults, loadFaults} from '../fault/keep-faults.ts'
import {MOST_ORDER_BYTES, refuseOrder} from '../model/fault-orders.ts'
import type {EarlyContext, StartWish} from './open-context.ts'
import type {NodePorts} from './ports.ts'

const TOO_LONG = JSON.stringify({ok: false, ...refuseOrder('too_long', `a line has at most ${MOST_ORDER_BYTES} bytes`)})

/** An open control socket, and where it is. */
export interface OpenControl extends AsyncDisposable {
  readonly path: string
}

interface FaultsWish {
  /** Where there is room for a socket whose path would be too long in the data directory. */
  readonly wish: Pick<StartWish, 'network'> & {readonly runtimeDir?: string}
  readonly routes: FaultDesk['routes']
}

/** Takes up faults that were kept for this start, and opens the socket that sets others. Throws `listen_failed`, `io_error`. */
export async function openFaults(
  {faults, settings, log}: EarlyContext,
  {wish, routes}: FaultsWish,
  ports: NodePorts,
): Promise<OpenControl> {
  const {dataDir} = settings
  const broken = loadFaults(dataDir, faults, {files: ports.files, nowMs: ports.time.nowMs()})
  if (broken > 0) log.write('warn', 'faults that were kept for this start cannot be read', {count: broken})
  faults.onChange(() =>
    log.write('warn', 'faults changed', {
      faults: faults
        .list()
        .map(({fault}) => fault)
        .join(' '),
    }),
  )
  const desk: FaultDesk = {
    faults,
    members: wish.network?.members.map(({name}) => name),
    routes,
    keep: () => keepFaults(dataDir, faults, ports),
  }
  await using held = new AsyncDisposableStack()
  const path = await controlPath({dataDir, runtimeDir: wish.runtimeDir ?? '/tmp'}, held, ports)
  // What an earlier process left: whoever has the data directory is alone with it.
  await ports.files.writer.remove(path)
  const limits = {lineBytes: MOST_ORDER_BYTES, tooLong: TOO_LONG}
  held.use(await ports.control.listen(path, (line) => applyOrder(line, desk), limits))
  // Paths of this host stand in no log; serving.json and the ready file have it whole.
  const place = path.startsWith(dataDir) ? 'data directory' : 'runtime directory'
  log.write('warn', 'faults can be set', {control_socket: `in the ${place}`})
  const kept = held.move()
  return {path, [Symbol.asyncDispose]: () => kept.disposeAsync()}
}

async function controlPath(
  {dataDir, runtimeDir}: {readonly dataDir: string; readonly runtimeDir: string},
  held: AsyncDisposableStack,
  {control, files, entropy}: NodePorts,
): Promise<string> {
  const fits = (path: string) => Buffer.byteLength(path) <= control.mostPathBytes
  const own = join(dataDir, 'control.sock')
  if (fits(own)) return own
  // A name that nobody guesses: others may write to the folder for temporary files.
  const folder = join(runtimeDir, uniqueName('hostnode-', entropy))
  const path = join(folder, 'control.sock')
  if (!fits(path) || (await files.directories.make(folder)) === 'exists')
    throw new AssayError('listen_failed', 'there is no place for the control socket: every path is too long', {
      hint: 'Use a data directory, or an XDG_RUNTIME_DIR, with a shorter path.',
    })
  held.defer(() => files.directories.removeTree(folder))
  return path
}
