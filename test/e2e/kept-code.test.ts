import {chmodSync, copyFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {pathToFileURL} from 'node:url'
import * as assert from 'uvu/assert'
import {BUILT_HOME} from '../support/built-home.ts'
import {BIN, start} from '../support/spawned.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('kept code')
const LONG_MS = 60_000
const built = (name: string) => JSON.stringify(pathToFileURL(join(BUILT_HOME, 'dist', 'cli', name)).href)

/** Where Node keeps what it compiled: a folder for each version of it, in one that it is told. */
function keptIn(folder: string): string[] {
  return readdirSync(folder, {recursive: true, encoding: 'utf8'})
    .filter((name) => name.endsWith('.code'))
    .map((name) => join(folder, name))
    .sort()
}

it(
  'a command keeps its compiled code once, for this user alone, and another one has its own',
  async () => {
    using dir = tempDir()
    const env = {NODE_COMPILE_CACHE: join(dir.path, 'cache')}
    const list = () => start([BIN, 'runs', 'list', '--format', 'json'], dir.path, env).ended
    const first = await list()
    const files = keptIn(env.NODE_COMPILE_CACHE)
    const times = () => files.map((file) => statSync(file).mtimeMs)
    const written = times()
    assert.ok(files.length > 0)
    for (const file of files) assert.is(statSync(file).mode & 0o777, 0o600)
    assert.equal(await list(), first)
    assert.equal(times(), written)
    await start([BIN, 'keys', 'generate', '--help'], dir.path, env).ended
    await start([BIN, 'no-such-command'], dir.path, env).ended
    assert.equal(times(), written)
    // What others keep costs this command nothing: its own files stay as they were.
    await start([BIN, 'env', 'list'], dir.path, env).ended
    assert.equal(times(), written)
    assert.equal(await list(), first)
    const others = keptIn(env.NODE_COMPILE_CACHE).filter((file) => !files.includes(file))
    assert.ok(
      others.length > 0 && others.every((file) => file.endsWith('-env-list.code') || file.endsWith('-any.code')),
    )
  },
  LONG_MS,
)

it(
  'nothing is kept where Node was told to keep nothing, and everything still answers',
  async () => {
    using dir = tempDir()
    const env = {NODE_COMPILE_CACHE: join(dir.path, 'cache'), NODE_DISABLE_COMPILE_CACHE: '1'}
    const {code} = await start([BIN, 'runs', 'list'], dir.path, env).ended
    assert.equal([code, readdirSync(dir.path)], [0, []])
  },
  LONG_MS,
)

it(
  'code of other bytes, of a file that others may write, or damaged is not run',
  async () => {
    using dir = tempDir()
    const [own, other] = ['own.cjs', 'other.cjs'].map((name) => join(dir.path, name)) as [string, string]
    writeFileSync(own, 'exports.answer = () => 1 + 1')
    // As long as the other, which is all that V8 compares.
    writeFileSync(other, 'exports.answer = () => 8 + 8')
    const kept = join(dir.path, 'own-kept')
    const foreign = join(dir.path, 'other-kept')
    assert.is(await answerOf(own, kept), '2')
    assert.is(await answerOf(other, foreign), '16')
    const path = keptOfCommand(kept)
    const planted = keptOfCommand(foreign)
    const plant = (mode: number) => {
      rmSync(path)
      copyFileSync(planted, path)
      chmodSync(path, mode)
    }
    // That code decides at all: otherwise nothing below could fail.
    plant(0o600)
    assert.is(await answerOf(own, kept), '16')
    plant(0o620)
    assert.is(await answerOf(own, kept), '2')
    plant(0o602)
    assert.is(await answerOf(own, kept), '2')
    plant(0o600)
    const bytes = readFileSync(path)
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 0x10
    writeFileSync(path, bytes)
    assert.is(await answerOf(own, kept), '2')
    writeFileSync(path, bytes.subarray(0, 3))
    assert.is(await answerOf(own, kept), '2')
  },
  LONG_MS,
)

function keptOfCommand(folder: string): string {
  return keptIn(folder).find((file) => file.endsWith('-doctor.code')) ?? ''
}

/** What a process that keeps its code in this folder makes of the script. */
async function answerOf(script: string, folder: string): Promise<string> {
  const program = `
    process.getBuiltinModule('node:module').enableCompileCache(${JSON.stringify(folder)})
    const {runScript, keepFor, codeToKeep} = await import(${built('kept-code.js')})
    const {writeCode} = await import(${built('write-code.js')})
    keepFor(['doctor'], ${JSON.stringify(join(BUILT_HOME, 'dist'))})
    console.log(runScript(${JSON.stringify(script)}, {}, {importLater: (name) => import(name)}).answer())
    await writeCode(codeToKeep())`
  const {out, err} = await start(['--input-type=module', '-e', program], folder.replace(/\/[^/]+$/, '')).ended
  assert.is(err, '')
  return out.trim()
}

it(
  'what is told of a module is told of its script: packages that are there are found',
  async () => {
    using dir = tempDir()
    const {out} = await start([BIN, 'doctor', '--registered-only', '--format', 'json'], dir.path, {}).ended
    const {tools} = JSON.parse(out) as {tools: readonly {name: string; kind: string; present: boolean}[]}
    const packages = tools.filter(({kind}) => kind === 'package')
    assert.ok(packages.length > 3)
    assert.equal(
      packages.filter(({present}) => !present),
      [],
    )
  },
  LONG_MS,
)

it(
  'a file that only passes on what a script exports is not read where that ran, and read where not',
  async () => {
    using dir = tempDir()
    const own = join(dir.path, 'own.cjs')
    writeFileSync(own, 'exports.two = 2; exports.ask = async (name) => ({...(await __import(name))})')
    const program = `
      const {runScript} = await import(${built('kept-code.js')})
      const passing = {'./door.js': {script: 'own.cjs', names: {default: 'two'}}, './other.js': {script: 'other.cjs', names: {}}}
      const {ask} = runScript(${JSON.stringify(own)}, {}, {passing, importLater: async (name) => ({read: name})})
      console.log(JSON.stringify([await ask('./door.js'), await ask('./other.js'), await ask('toString')]))`
    const {out, err} = await start(['--input-type=module', '-e', program], dir.path).ended
    assert.is(err, '')
    assert.equal(JSON.parse(out), [{default: 2}, {read: './other.js'}, {read: 'toString'}])
  },
  LONG_MS,
)

it(
  'whoever starts with other flags of the engine keeps code of their own, once',
  async () => {
    using dir = tempDir()
    const env = {NODE_COMPILE_CACHE: join(dir.path, 'cache')}
    const list = (...flags: string[]) => start([...flags, BIN, 'runs', 'list'], dir.path, env).ended
    const times = () => keptIn(env.NODE_COMPILE_CACHE).map((file) => [file, statSync(file).mtimeMs])
    await list()
    const before = times()
    await list('--stack-size=900')
    const both = times()
    assert.is(both.length, 2 * before.length)
    await list()
    await list('--stack-size=900')
    assert.equal(times(), both)
  },
  LONG_MS,
)

it.run()
