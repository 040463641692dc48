import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {execaLineChild} from '#process/execa-line-child'
import type {LineChildRequest} from '#process/line-child'
import {lineReader} from '#process/line-reader'
import {nodeProcessTable} from '#process/node-process-table'
import {until} from '../../support/spawned.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('a child that speaks in lines')
const ENV = {PATH: process.env['PATH'] ?? ''}

function child(code: string, more: Partial<LineChildRequest> = {}) {
  const lines: string[] = []
  const {promise: ended, resolve} = Promise.withResolvers<Parameters<LineChildRequest['onEnd']>[0]>()
  const started = execaLineChild({
    argv: [process.execPath, '-e', code],
    env: ENV,
    lines: 'stdio',
    mostLineBytes: 1_000_000,
    onLine: (line) => lines.push(line),
    onEnd: resolve,
    ...more,
  })
  return {...started, lines, ended}
}

it('its end is its own, though another process holds its output', async () => {
  using dir = tempDir()
  const held = `const {spawn} = require('node:child_process')
    const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 120_000)'], {stdio: 'inherit', detached: true})
    require('node:fs').writeFileSync('other', String(other.pid)); other.unref()
    console.log('said'); process.exit(3)`
  const {ended, lines} = child(held, {cwd: dir.path})
  const end = await ended
  process.kill(Number(readFileSync(join(dir.path, 'other'), 'utf8')), 'SIGKILL')
  assert.equal([end.kind, end.code, lines], ['exited', 3, ['said']])
})

it('what is left of its group ends with it', async () => {
  using dir = tempDir()
  const leaving = `const {spawn} = require('node:child_process')
    const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 120_000)'], {stdio: 'ignore'})
    require('node:fs').writeFileSync('other', String(other.pid)); process.exit(0)`
  await child(leaving, {cwd: dir.path}).ended
  const pid = Number(readFileSync(join(dir.path, 'other'), 'utf8'))
  await until(() => nodeProcessTable.startOf(pid) === undefined)
})

it('one that closes its output and goes on is ended', async () => {
  const end = await child("require('node:fs').closeSync(1); setInterval(() => {}, 1_000)").ended
  assert.equal([end.kind, end.signal], ['signalled', 'SIGTERM'])
})

it('one that takes no signal is killed', async () => {
  using dir = tempDir()
  const deaf = "process.on('SIGTERM', () => {}); require('node:fs').writeFileSync('up', ''); while (true);"
  const {stop, ended} = child(deaf, {cwd: dir.path})
  await until(() => existsSync(join(dir.path, 'up')))
  await stop(0)
  assert.is((await ended).signal, 'SIGKILL')
})

it('one that does not end with its input is told to end at once, however long it may take', async () => {
  using dir = tempDir()
  const serving = `process.on('SIGTERM', () => process.exit(7)); require('node:fs').writeFileSync('up', ''); setInterval(() => {}, 1_000)`
  const {terminate, ended} = child(serving, {cwd: dir.path})
  await until(() => existsSync(join(dir.path, 'up')))
  // Whoever waited for the grace would wait for longer than any test may last.
  await terminate(86_400_000)
  assert.is((await ended).code, 7)
})

it('one that does not take that is killed after its grace', async () => {
  using dir = tempDir()
  const deaf =
    "process.on('SIGTERM', () => {}); require('node:fs').writeFileSync('up', ''); setInterval(() => {}, 1_000)"
  const {terminate, ended} = child(deaf, {cwd: dir.path})
  await until(() => existsSync(join(dir.path, 'up')))
  await terminate(1)
  assert.is((await ended).signal, 'SIGKILL')
})

it('lines go both ways over a socket of their own, and what it prints there is none of them', async () => {
  const echo = `const {Socket} = require('node:net'); const line = new Socket({fd: 3, readable: true, writable: true})
    console.log('noise'); line.pipe(line); line.on('end', () => process.exit())`
  const {write, stop, ended, lines} = child(echo, {lines: 'socket'})
  write('one')
  write('two')
  await until(() => lines.length === 2)
  await stop(5_000)
  assert.equal([lines, (await ended).code], [['one', 'two'], 0])
})

it('of a flood on standard error only the end is kept, and a last line without its beginning is not told', async () => {
  const flood = (end: string) => `require('node:fs').writeFileSync(2, 'x'.repeat(3_000_000) + ${JSON.stringify(end)})`
  assert.is((await child(flood('\nlast words\n')).ended).lastWords, 'last words')
  assert.is((await child(flood(' and the end of a secret')).ended).lastWords, '')
})

it('a line that is too long ends it', async () => {
  const {ended, lines} = child(
    "const piece = 'x'.repeat(65_536); const more = () => process.stdout.write(piece, more); more()",
  )
  const end = await ended
  assert.equal([end.overlong, end.signal, lines], [true, 'SIGKILL', []])
})

it('a program that is not there is missing', async () => {
  assert.is((await child('', {argv: ['no-such-program-here']}).ended).kind, 'missing')
})

it('lines are whole however they come in pieces, and none is longer than allowed', () => {
  const taken: string[] = []
  const read = lineReader(10, (line) => taken.push(line))
  const bytes = Buffer.from('one\nzwei ä\n\nthe last\n')
  for (const byte of bytes) assert.ok(read(Uint8Array.of(byte)))
  assert.equal(taken, ['one', 'zwei ä', '', 'the last'])
  assert.not.ok(read(Buffer.from('eleven more\n')))
  assert.not.ok(read(Buffer.from('and from then on\n')))
  assert.is(taken.length, 4)
})
it.run()
