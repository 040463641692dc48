import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {BIN, start, until} from '../support/spawned.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('signals')
const LONG_MS = 30_000
const ENDLESS = [
  'benchmark',
  '--provider',
  'mock',
  '--operation',
  'predict',
  '--warmup',
  '0',
  '--duration',
  '600s',
  '--format',
  'json',
]

function runsIn(folder: string): string[] {
  try {
    return readdirSync(join(folder, 'runs')).filter((name) => !name.startsWith('.'))
  } catch {
    return []
  }
}

for (const [signal, code, name] of [
  ['SIGINT', 130, 'interrupted'],
  ['SIGTERM', 143, 'terminated'],
] as const) {
  it(
    `${signal} closes the run as cancelled and exits ${code}`,
    async () => {
      using dir = tempDir()
      const {child, ended} = start([BIN, ...ENDLESS], dir.path)
      await until(() => runsIn(dir.path).length > 0)
      child.kill(signal)
      const {out, err, ...end} = await ended
      assert.equal(end, {code, signal: null}, err)
      assert.is(JSON.parse(out).exit.name, name)
      const [id = ''] = runsIn(dir.path)
      const manifest = JSON.parse(readFileSync(join(dir.path, 'runs', id, 'run_manifest.json'), 'utf8'))
      assert.is(manifest.status, 'cancelled')
    },
    LONG_MS,
  )
}

it(
  'a second signal ends at once, and the run is still readable as interrupted',
  async () => {
    using dir = tempDir()
    // The command is stopped between the two, so that it cannot end by itself.
    const {child, ended} = start([BIN, ...ENDLESS], dir.path)
    await until(() => runsIn(dir.path).length > 0)
    child.kill('SIGSTOP')
    child.kill('SIGINT')
    child.kill('SIGTERM')
    child.kill('SIGCONT')
    const {code} = await ended
    assert.ok(code === 130 || code === 143, String(code))
    const list = await start([BIN, 'runs', 'list', '--format', 'json'], dir.path).ended
    assert.is(list.code, 0)
    assert.is(JSON.parse(list.out).entry_count, 1)
  },
  LONG_MS,
)

it(
  'SIGUSR1 opens no debugger: who sends it, such as a provider, gets no hold of the process that signs',
  async () => {
    using dir = tempDir()
    const {child, ended} = start([BIN, ...ENDLESS], dir.path)
    await until(() => runsIn(dir.path).length > 0)
    const measuring = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .map(Number)
    for (const pid of [child.pid ?? 0, ...measuring.filter(Boolean)]) process.kill(pid, 'SIGUSR1')
    await new Promise((done) => setTimeout(done, 50))
    child.kill('SIGINT')
    const {code, err} = await ended
    assert.is(code, 130)
    assert.not.match(err, /Debugger listening/)
  },
  LONG_MS,
)
it.run()
