import {existsSync, readdirSync, readFileSync, readlinkSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {BIN, start, until} from '../support/spawned.ts'
import {spec} from '../support/spec.ts'
import {spitefulModule} from '../support/spiteful-module.ts'
import {tempDir} from '../support/temp-dir.ts'
import {workshop} from '../support/workshop.ts'

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

/** Sends the signal to who measures and to who started that, and tells both once a debugger would long be there. */
const DEBUGGER = `
  const starter = Number(/PPid:\\t(\\d+)/.exec(fs.readFileSync('/proc/' + process.ppid + '/status', 'utf8'))[1])
  if (count === 1) for (const pid of [process.ppid, starter]) process.kill(pid, 'SIGUSR1')
  if (count === 100) { fs.writeFileSync('part', JSON.stringify([process.ppid, starter])); fs.renameSync('part', 'sent') }`

/** How many sockets of a process wait for somebody to connect; Node's debugger is one. */
function listenersOf(pid: number): number {
  const folder = `/proc/${pid}/fd`
  const own = readdirSync(folder).flatMap((fd) => /^socket:\[(\d+)\]/.exec(readlinkSync(join(folder, fd)))?.[1] ?? [])
  const LISTENS = '0A'
  const lines = readFileSync(`/proc/${pid}/net/tcp`, 'utf8').trim().split('\n')
  return lines.map((line) => line.trim().split(/\s+/)).filter((row) => row[3] === LISTENS && own.includes(row[9] ?? ''))
    .length
}

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
  'SIGUSR1 opens no debugger: a provider that sends it gets no hold of the process that signs, nor of the one that measures',
  async () => {
    using shop = workshop()
    shop.put('debugger.mjs', spitefulModule('debugger', DEBUGGER))
    const asked = ['benchmark', '--operation', 'score', '--provider-module', './debugger.mjs', '--duration', '600s']
    const {child, ended} = start([BIN, ...asked], shop.root)
    await until(() => existsSync(shop.path('sent')))
    const [measuring, starter]: number[] = JSON.parse(shop.read('sent'))
    const listeners = [measuring ?? 0, starter ?? 0].map(listenersOf)
    child.kill('SIGINT')
    const {code, err} = await ended
    assert.is(code, 130, err)
    assert.is(starter, child.pid)
    assert.equal(listeners, [0, 0])
    assert.not.match(err, /Debugger listening/)
  },
  LONG_MS,
)
it.run()
