import {spawnSync} from 'node:child_process'
import {mkdirSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {BIN} from '../support/spawned.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('terminal')
const LIMIT_MS = 60_000
const ESCAPES = /\u001b\[[\d;]*[mK]/g
const SECRET = ['canary', 'of', 'the', 'terminal', '4711'].join('-')

/** util-linux: a real pseudo-terminal of that width around the command. */
function onTerminal(
  columns: number,
  argv: readonly string[],
  {cwd, env = {}}: {cwd: string; env?: Record<string, string>},
) {
  const command = [process.execPath, BIN, ...argv].map((word) => `'${word}'`).join(' ')
  const shell = {PATH: process.env['PATH'] ?? '', HOME: cwd, TERM: 'xterm', SHELL: '/bin/sh', ...env}
  const line = `stty cols ${columns} rows 50; ${command}`
  const {status, stdout} = spawnSync('script', ['-qec', line, '/dev/null'], {cwd, env: shell, encoding: 'utf8'})
  return {code: status, text: stdout.replaceAll('\r\n', '\n')}
}

const isHere = spawnSync('script', ['--version'], {encoding: 'utf8'}).stdout?.includes('util-linux') === true
const test = (title: string, body: () => void) =>
  isHere ? it(title, body, LIMIT_MS) : it.skip(title, 'there is no script of util-linux on this machine')

test('a terminal has colours and its width; what is piped has neither', () => {
  using dir = tempDir()
  const argv = ['doctor', '--registered-only']
  for (const columns of [60, 80, 120]) {
    const {code, text} = onTerminal(columns, argv, {cwd: dir.path})
    assert.is(code, 0)
    assert.match(text, '\u001b[32mhealthy\u001b[0m')
    for (const line of text.replaceAll(ESCAPES, '').split('\n')) assert.ok(line.length <= columns, line)
  }
  const piped = spawnSync(process.execPath, [BIN, ...argv], {cwd: dir.path, env: {HOME: dir.path}, encoding: 'utf8'})
  assert.is(piped.stdout.includes('\u001b'), false)
})

test('NO_COLOR and --no-color are kept on a terminal', () => {
  using dir = tempDir()
  for (const [flags, env] of [[['--no-color'], {}] as const, [[], {NO_COLOR: '1'}] as const])
    assert.not.match(onTerminal(80, ['runs', 'list', ...flags], {cwd: dir.path, env}).text, '\u001b[1m')
})

test('paths are readable on a terminal of ones own and masked in a pipe and in a build; secrets are masked everywhere', () => {
  using dir = tempDir()
  const workspace = join(dir.path, `of-${SECRET}`)
  mkdirSync(workspace)
  const argv = ['runs', 'list', '--workspace-dir', workspace]
  const env = {RUNWAY_API_KEY: SECRET}
  const own = onTerminal(120, argv, {cwd: dir.path, env}).text
  assert.match(own, dir.path)
  assert.is(own.includes(SECRET), false)
  const build = onTerminal(120, argv, {cwd: dir.path, env: {...env, CI: 'true'}}).text
  assert.is(build.includes(dir.path), false)
  const piped = spawnSync(process.execPath, [BIN, ...argv], {
    cwd: dir.path,
    env: {HOME: dir.path, ...env},
    encoding: 'utf8',
  })
  assert.is(piped.stdout.includes(dir.path) || piped.stdout.includes(SECRET), false)
})

test('an error is told within the width of its terminal, and as one line where none is', () => {
  using dir = tempDir()
  const argv = ['eval', '--suite', 'nope', '--env', 'nowhere']
  const piped = spawnSync(process.execPath, [BIN, ...argv], {cwd: dir.path, env: {HOME: dir.path}, encoding: 'utf8'})
  const longest = (text: string) => Math.max(...text.split('\n').map((line) => line.length))
  assert.ok(longest(piped.stderr) > 60, piped.stderr)
  const {text} = onTerminal(60, argv, {cwd: dir.path})
  assert.ok(longest(text) <= 60, text)
  assert.match(text.split(/\s+/).join(' '), 'there is no such suite (Use one of: contract, determinism,')
})

test('an error on a terminal tells what was given, and a secret is not repeated', () => {
  using dir = tempDir()
  const env = {RUNWAY_API_KEY: SECRET}
  assert.match(onTerminal(80, ['provider', 'info', 'analitic'], {cwd: dir.path, env}).text, 'given: analitic')
  assert.is(onTerminal(80, ['provider', 'info', SECRET], {cwd: dir.path, env}).text.includes(SECRET), false)
  const piped = spawnSync(process.execPath, [BIN, 'provider', 'info', 'analitic'], {cwd: dir.path, encoding: 'utf8'})
  assert.not.match(piped.stderr, 'analitic')
})

it.run()
