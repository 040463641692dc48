import {mkdirSync, symlinkSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {commandWords, findCommand} from '#cli/find-command'
import {wantsColour} from '#cli/terminal-view'
import {composeRedactor} from '#compose/compose-redactor'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('compose')
const SECRET = ['se', 'cr', 'et-value-77'].join('')

it('every secret-named variable is masked, whatever encoding it leaves in', () => {
  const redactor = composeRedactor({
    env: {SERVICE_API_KEY: SECRET, SERVICE_URL: 'plain-value-99'},
    cwd: '/home/alice/w',
  })
  const base64 = Buffer.from(SECRET).toString('base64')
  const text = redactor.text(`${SECRET} ${base64} plain-value-99`)
  assert.not.match(text, SECRET)
  assert.not.match(text, base64)
  assert.match(text, 'plain-value-99')
})

it('directories are shown by what they mean, real paths too, and the longest wins', () => {
  using dir = tempDir()
  const real = join(dir.path, 'real')
  const link = join(dir.path, 'link')
  mkdirSync(real)
  symlinkSync(real, link)
  const redactor = composeRedactor({env: {HOME: '/home/alice', TMPDIR: dir.path}, cwd: '/home/alice/w'}, link)
  const shown = (path: string) => String(redactor.text(`see ${path}/a.txt now`))
  assert.is(shown(real), 'see <workspace>/a.txt now')
  assert.is(shown(link), 'see <workspace>/a.txt now')
  assert.is(shown('/home/alice/w'), 'see <cwd>/a.txt now')
  assert.is(shown('/home/alice'), 'see <home>/a.txt now')
  assert.is(shown(dir.path), 'see <temp>/a.txt now')
})

it('a home at the root of all paths masks nothing by itself', () => {
  const redactor = composeRedactor({env: {HOME: '/'}, cwd: '/'})
  assert.is(String(redactor.text('runs/a.txt and /health/ready')), 'runs/a.txt and /health/ready')
})

it('colour follows the flag, then NO_COLOR, then FORCE_COLOR, then the terminal', () => {
  assert.is(wantsColour({FORCE_COLOR: '1'}, true, true), false)
  assert.is(wantsColour({NO_COLOR: '1', FORCE_COLOR: '1'}, true, false), false)
  assert.is(wantsColour({NO_COLOR: ''}, true, false), true)
  assert.is(wantsColour({FORCE_COLOR: '0'}, true, false), false)
  assert.is(wantsColour({FORCE_COLOR: '1'}, false, false), true)
  assert.is(wantsColour({TERM: 'dumb'}, true, false), false)
  assert.is(wantsColour({}, false, false), false)
})

it('a command is found by the most words that a file stands for', () => {
  const found = (...argv: string[]) => {
    const command = findCommand(argv, 'src/commands')
    return command && [command.words.join(' '), command.rest.join(' ')]
  }
  assert.equal(found('doctor', '--strict'), ['doctor', '--strict'])
  assert.equal(found('runs', 'list', 'x'), ['runs list', 'x'])
  assert.equal(found('runs', 'index', '--strict'), ['runs index', '--strict'])
  assert.equal(found('doctor', 'index'), ['doctor', 'index'])
  assert.is(found('runs'), undefined)
  assert.is(found('index'), undefined)
  assert.is(found('..', 'cli', 'main'), undefined)
  assert.is(found('--strict', 'doctor'), undefined)
})

it('no word leads out of the folder of commands', () => {
  for (const word of ['..', '.', '', 'a/b', 'A', '-x', 'a.b', 'a b', '__proto__', '\u0000']) {
    assert.equal(commandWords([word, 'doctor']), [], word)
  }
  assert.equal(commandWords(['a', 'b', 'c', 'd']), ['a', 'b', 'c'])
})
it.run()
