import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {cpSync, mkdirSync, writeFileSync} from 'node:fs'
import {createServer, type Socket} from 'node:net'
import {join} from 'node:path'
import {setTimeout as sleep} from 'node:timers/promises'
import * as assert from 'uvu/assert'
import {keyringInChild} from '#keyring/ask-in-child'
import {execaLineChild} from '#process/execa-line-child'
import {systemClock} from '#random/system-clock'
import {ROOT} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'
import {throwsCode} from '../support/throws-code.ts'

const it = spec('the keyring of the system')
const LONG_MS = 60_000
const PROGRAM = join(ROOT, 'bin', 'keyring.js')

function keyring(program: string, env: Record<string, string>, limitMs = LONG_MS) {
  const variables = {PATH: process.env['PATH'] ?? '', ...env}
  const argv = [process.execPath, program] as const
  return keyringInChild({start: execaLineChild, timers: systemClock, argv, env: variables, limitMs})
}

/** A bus that takes every connection and never says a word, as a desktop that hangs. */
async function silentBus(folder: string) {
  const path = join(folder, 'bus')
  const open = new Set<Socket>()
  const server = createServer((socket) => void open.add(socket.on('error', () => undefined).resume()))
  server.listen(path)
  await once(server, 'listening')
  return {
    env: {DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}`},
    met: async () => {
      while (open.size === 0) await sleep(20)
    },
    /** Settles when nobody is there any more. */
    left: async () => {
      while ([...open].some((socket) => !socket.destroyed)) await sleep(20)
    },
    [Symbol.dispose]: () => {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

it('one that never answers is told as unavailable, and nothing of it stays behind', async () => {
  using dir = tempDir()
  using bus = await silentBus(dir.path)
  for (const ask of ['find', 'remove'] as const) {
    const quiet = keyring(PROGRAM, bus.env, 1_500)
    const error = await throwsCode(() => quiet[ask]('assay:test', 'nobody'), 'keyring_unavailable')
    assert.is(error.exit, 'unavailable')
    assert.match((error.cause as Error).message, 'nothing answered in 1.5 seconds')
  }
  await bus.left()
})

it('none at all is unavailable, and a package that is not there, or not for this machine, is named with its command', async () => {
  using dir = tempDir()
  const none = {DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(dir.path, 'nothing')}`}
  await throwsCode(() => keyring(PROGRAM, none).find('assay:test', 'nobody'), 'keyring_unavailable')
  const alone = join(dir.path, 'keyring.mjs')
  cpSync(PROGRAM, alone)
  const foreign = join(dir.path, 'node_modules', '@napi-rs', 'keyring')
  for (const prepare of [
    () => undefined,
    () => {
      mkdirSync(foreign, {recursive: true})
      writeFileSync(join(foreign, 'package.json'), '{"name":"@napi-rs/keyring","main":"index.js"}')
      writeFileSync(join(foreign, 'index.js'), 'throw new Error("Cannot find native binding")')
    },
  ]) {
    prepare()
    const told = await throwsCode(() => keyring(alone, {}).find('assay:test', 'nobody'), 'package_missing')
    assert.equal([told.exit, told.hint], ['unavailable', 'npm install @napi-rs/keyring'])
    assert.match(told.message, '@napi-rs/keyring')
  }
})

it('what a package prints beside its answer is none', async () => {
  using dir = tempDir()
  const folder = join(dir.path, 'node_modules', '@napi-rs', 'keyring')
  mkdirSync(folder, {recursive: true})
  const entry = 'exports.AsyncEntry = class { async getPassword() { console.log("more"); return "kept" } }'
  writeFileSync(join(folder, 'package.json'), '{"name":"@napi-rs/keyring","main":"index.js"}')
  writeFileSync(join(folder, 'index.js'), `console.log("noise")\nconsole.log("7")\n${entry}`)
  const program = join(dir.path, 'keyring.mjs')
  cpSync(PROGRAM, program)
  assert.is(await keyring(program, {}).find('assay:test', 'nobody'), 'kept')
})

it(
  'a command that waits for one ends at the second signal',
  async () => {
    using dir = tempDir()
    using bus = await silentBus(dir.path)
    const argv = [join(ROOT, 'bin', 'assay.js'), 'node', 'account', 'list']
    const env = {...process.env, ...bus.env, HOME: dir.path, XDG_CONFIG_HOME: dir.path}
    const child = spawn(process.execPath, argv, {cwd: dir.path, env, stdio: 'ignore'})
    const ended = once(child, 'exit')
    await bus.met()
    child.kill('SIGINT')
    await sleep(200)
    child.kill('SIGINT')
    assert.equal(await ended, [130, null])
  },
  LONG_MS,
)

it.run()
