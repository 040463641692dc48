import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {execaChildren} from '#process/execa-children'
import {nodeProcessTable} from '#process/node-process-table'
import {Redactor} from '#redact/redactor'
import {rotated} from '../../support/depth.ts'
import {until} from '../../support/spawned.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('children')
const PLANTED = ['planted', 'Qx71', 'value'].join('-')
const ENV = {PATH: process.env['PATH'] ?? ''}

/** Runs a shell script and gives what came of it. */
async function run(
  script: string,
  more: {
    cwd?: string
    most?: number
    signal?: AbortSignal
    onOutput?: (text: string) => Promise<void>
    onExit?: () => void
  } = {},
) {
  const redactor = new Redactor()
  redactor.register(PLANTED)
  const texts: string[] = []
  const onOutput = more.onOutput ?? (async (text: string) => void texts.push(text))
  const request = {argv: ['sh', '-c', script] as const, cwd: more.cwd ?? '/', env: ENV}
  const limits = {mostOutputBytes: more.most ?? 1_000_000, onOutput, ...(more.onExit && {onExit: more.onExit})}
  const signal = more.signal ?? new AbortController().signal
  return {...(await execaChildren(redactor).run({...request, ...limits}, signal)), text: texts.join('')}
}
const isGone = (pid: string) => nodeProcessTable.startOf(Number(pid)) === undefined

it('tells how a child ended', async () => {
  assert.equal((await run('exit 7')).end, {kind: 'exited', code: 7})
  assert.equal((await run('kill -KILL $$')).end, {kind: 'signalled', signal: 'SIGKILL'})
  const request = {cwd: '/', env: ENV, mostOutputBytes: 1, onOutput: async () => undefined}
  const missing = await execaChildren(new Redactor()).run(
    {...request, argv: ['no-such-program-here']},
    new AbortController().signal,
  )
  assert.equal(missing.end, {kind: 'missing', errno: 'ENOENT'})
})

it('a child that ended leaves nothing that holds this process', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const before = timers()
  await Promise.all([run('echo said'), run('exit 1'), run('exec >&- 2>&-; exit 0')])
  assert.is(timers(), before)
})

it('a child that ended is not waited for by what it left behind, and that is told', async () => {
  using dir = tempDir()
  const {end, output, text} = await run('echo said; sleep 61 & echo $! > pid; exit 4', {cwd: dir.path})
  const pid = readFileSync(join(dir.path, 'pid'), 'utf8')
  assert.equal([end, output.isHeldOpen, text], [{kind: 'exited', code: 4}, true, 'said\n'])
  assert.not.ok(isGone(pid), 'a process that was put into the background lives on')
  process.kill(Number(pid))
})

it('what is left behind and goes on talking does not keep it either', async () => {
  using dir = tempDir()
  const {end, output} = await run('yes & echo $! > pid; exit 0', {cwd: dir.path, most: 1_000})
  assert.equal([end, output.isHeldOpen], [{kind: 'exited', code: 0}, true])
  // The pipe it wrote to is gone, and so is it.
  const pid = readFileSync(join(dir.path, 'pid'), 'utf8')
  await until(() => isGone(pid))
})

it('nor does one that says a word now and then: it is heard for a while, and let go', async () => {
  const {end, output, text} = await run('(for i in $(seq 100); do echo tick; sleep 0.2; done) & echo said; exit 4')
  assert.equal([end, output.isHeldOpen], [{kind: 'exited', code: 4}, true])
  assert.match(text, 'said\n')
  assert.ok(text.split('\n').length < 80, 'it was heard to its end')
})

it('an abort after its end neither takes the end away nor ends what was left behind', async () => {
  using dir = tempDir()
  const stop = new AbortController()
  const script = '(echo tick; exec sleep 61) & echo $! > pid; exit 4'
  const {end} = await run(script, {cwd: dir.path, signal: stop.signal, onExit: () => stop.abort()})
  assert.equal(end, {kind: 'exited', code: 4})
  const pid = readFileSync(join(dir.path, 'pid'), 'utf8')
  assert.not.ok(isGone(pid))
  process.kill(Number(pid))
})

it('all that it printed itself is read, however slowly, before one that goes on talking is let go', async () => {
  let kept = ''
  const onOutput = async (text: string) => {
    kept += text
    await new Promise((done) => setTimeout(done, 40))
  }
  const script = '(while :; do echo tick; sleep 0.01; done) & echo $! > pid; seq 1 20000; exit 4'
  using dir = tempDir()
  const {end} = await run(script, {cwd: dir.path, onOutput, most: 10_000_000})
  assert.equal([end, kept.includes('\n20000\n')], [{kind: 'exited', code: 4}, true])
  const pid = readFileSync(join(dir.path, 'pid'), 'utf8')
  await until(() => isGone(pid))
})

it('no more is read while the last piece is being kept, and nothing is lost by it', async () => {
  let [isKeeping, most, kept] = [false, 0, 0]
  const onOutput = async (text: string) => {
    assert.not.ok(isKeeping, 'two pieces at once')
    isKeeping = true
    most = Math.max(most, text.length)
    kept += text.length
    await new Promise((done) => setTimeout(done, 5))
    isKeeping = false
  }
  const {output} = await run('seq 1 200000', {onOutput, most: 10_000_000})
  assert.equal([kept, output.leftOutBytes], [1_288_895, 0])
  assert.ok(most < 1_000_000)
})

it('what cannot be kept ends the child and is thrown', async () => {
  using dir = tempDir()
  const onOutput = () => Promise.reject(new Error('disk full'))
  const thrown = await run('echo $$ > pid; yes', {onOutput, cwd: dir.path}).catch((error: Error) => error.message)
  assert.is(thrown, 'disk full')
  assert.ok(isGone(readFileSync(join(dir.path, 'pid'), 'utf8')))
})

it('beyond its room only the last lines are kept, and how much is missing stands before them', async () => {
  const {text, output} = await run('seq 1 60000', {most: 10_000})
  const lines = text.trimEnd().split('\n')
  const cut = lines.findIndex((line) => line.startsWith('…'))
  const before = lines.slice(0, cut).map(Number)
  const after = lines.slice(cut + 1).map(Number)
  assert.equal([before[0], before.at(-1), after.at(-1)], [1, before.length, 60_000])
  const left = (after[0] ?? 0) - before.length - 1
  const bytes = Array.from({length: left}, (_, at) => `${before.length + 1 + at}\n`.length).reduce((a, b) => a + b)
  assert.equal([output.leftOutBytes, lines[cut]], [bytes, `… [${bytes} bytes of standard output left out here]`])
})

it('a little more than the room is kept whole', async () => {
  const {text, output} = await run('seq 1 10000', {most: 1_000})
  assert.equal([text.split('\n').length, output.leftOutBytes], [10_001, 0])
})

it('no secret shows at the cut, wherever it falls', async () => {
  const key = `-----BEGIN ${'PRIVATE'} KEY-----`
  const body = 'MIIEsecretbody'.padEnd(64, 'A')
  const lines = [`x ${PLANTED} y`, key, body, body, `-----END ${'PRIVATE'} KEY-----`]
  const script = `yes "$(printf '${lines.join('\\n')}')" | head -n 15000`
  for (const most of [...rotated([1, 7, 40, 70, 100, 130], 3), 300_007]) {
    const {text, output} = await run(script, {most})
    assert.not.match(text, 'MIIEsecret')
    assert.not.match(text, 'planted')
    assert.ok(output.leftOutBytes > 0)
    assert.match(text.slice(-200), /\[redacted:private-key#\d+\]\n$/)
  }
})

it('an abort ends every process of the group, also one that does not listen', async () => {
  using dir = tempDir()
  const stop = new AbortController()
  const script =
    "(trap '' TERM; echo $(exec sh -c 'echo $PPID') > part; mv part pid; while :; do sleep 0.1; done) & wait"
  const done = run(script, {cwd: dir.path, signal: stop.signal})
  await until(() => existsSync(join(dir.path, 'pid')))
  stop.abort('SIGTERM')
  assert.equal((await done).end, {kind: 'aborted'})
  assert.ok(isGone(readFileSync(join(dir.path, 'pid'), 'utf8')))
})

it('bytes that are no text become text that says so', async () => {
  const {text} = await run(String.raw`printf 'a\377\376b\000c\033[31m\n'`)
  assert.match(text, /^a��b/)
  assert.not.match(text, /[\0\u001b]/)
})
it.run()
