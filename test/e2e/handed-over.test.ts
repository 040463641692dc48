import {existsSync, readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {ROOT} from '../support/hall-rig.ts'
import {BIN, start, until} from '../support/spawned.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('signals where another process handed over')
const LIMIT_MS = 60_000
const BOOTSTRAP = join(ROOT, 'bin', 'bootstrap.js')
/** Leads a group of its own, as a shell starts a program. */
const LEADER = `const {spawn} = require('node:child_process')
const child = spawn(process.execPath, process.argv.slice(1), {detached: true, stdio: 'inherit'})
require('node:fs').writeFileSync('group', String(child.pid))
child.on('exit', (code) => { process.exitCode = code ?? 1 })`
const ENDLESS = ['benchmark', '--provider', 'mock', '--operation', 'predict', '--warmup', '0', '--duration', '600s']

function openRuns(folder: string): string[] {
  const runs = join(folder, 'runs')
  return existsSync(runs) ? readdirSync(runs).filter((name) => existsSync(join(runs, name, 'run_manifest.json'))) : []
}

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 143],
] as const) {
  for (const whom of ['the outer process', 'the whole group'] as const) {
    it(
      `${signal} to ${whom} counts once: the run is closed`,
      async () => {
        using dir = tempDir()
        const argv = [BOOTSTRAP, BIN, ...ENDLESS, '--format', 'json']
        const {ended} = start(['-e', LEADER, ...argv], dir.path)
        await until(() => openRuns(dir.path).length > 0)
        const pid = Number(readFileSync(join(dir.path, 'group'), 'utf8'))
        process.kill(whom === 'the outer process' ? pid : -pid, signal)
        const end = await ended
        assert.is(end.code, code, end.err)
        assert.is(JSON.parse(end.out).exit.code, code)
        const [id = ''] = openRuns(dir.path)
        const manifest = JSON.parse(readFileSync(join(dir.path, 'runs', id, 'run_manifest.json'), 'utf8'))
        assert.is(manifest.status, 'cancelled')
      },
      LIMIT_MS,
    )
  }
}
it.run()
