import {type ChildProcess, spawn, spawnSync} from 'node:child_process'
import {cpSync, existsSync, mkdirSync, symlinkSync} from 'node:fs'
import {delimiter, join} from 'node:path'
import * as assert from 'uvu/assert'
import {BUILT_HOME} from '../support/built-home.ts'
import {ROOT} from '../support/hall-rig.ts'
import {type NodeEnd, served} from '../support/hostnode.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('programs started by an older Node')
const LIMIT_MS = 120_000
const {isNewEnough} = await import(new URL('../../bin/node-version.js', import.meta.url).href)
const OLDER = olderNode()
const PROGRAMS = [
  {name: 'assay', args: ['--version'], answers: /^assay\/\d/},
  {name: 'hostnode', args: ['--version'], answers: /^hostnode \d/},
  {name: 'git-credential-assay', args: ['erase'], answers: /^$/},
]

/** The first Node of this machine that is older than we need, and not older than we can tell so. */
function olderNode(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/local/bin', '/usr/bin']
  return folders
    .map((folder) => join(folder, 'node'))
    .filter((file) => existsSync(file))
    .find((file) => {
      const version = spawnSync(file, ['-p', 'process.versions.node'], {encoding: 'utf8'}).stdout.trim()
      return Number(version.split('.')[0]) >= 18 && !isNewEnough(version)
    })
}

/** A checkout as `npm start` leaves it, with this Node as its toolchain's; or one that was never set up. */
function checkout(isSetUp: boolean) {
  const dir = tempDir()
  cpSync(join(ROOT, 'bin'), join(dir.path, 'bin'), {recursive: true})
  for (const part of ['src', 'package.json', 'node_modules', 'schemas', 'fixtures'])
    symlinkSync(join(ROOT, part), join(dir.path, part))
  if (isSetUp) {
    const bin = join(dir.path, '.toolchain', 'node_modules', `node-${process.platform}-${process.arch}`, 'bin')
    mkdirSync(bin, {recursive: true})
    symlinkSync(process.execPath, join(bin, 'node'))
  }
  return dir
}

function run(home: string, name: string, args: readonly string[]) {
  const env = {PATH: process.env['PATH'], HOME: home}
  return spawnSync(OLDER ?? '', [join(home, 'bin', `${name}.js`), ...args], {env, input: '', encoding: 'utf8'})
}

async function startNode(home: string): Promise<{child: ChildProcess; ended: Promise<NodeEnd>}> {
  const addresses = ['api', 'metrics'].flatMap((one) => [`--${one}-addr`, '127.0.0.1:0'])
  const places = ['--data-dir', join(home, 'data'), '--ready-file', join(home, 'ready')]
  const args = [join(home, 'bin', 'hostnode.js'), 'serve', ...places, ...addresses, '--peer-addr', 'off']
  const options = {cwd: home, detached: true, stdio: 'ignore', env: {PATH: process.env['PATH']}} as const
  const child = spawn(OLDER ?? '', args, options)
  const ended = new Promise<NodeEnd>((done) => child.on('close', (code, signal) => done({code, signal})))
  await served(join(home, 'ready'), ended)
  return {child, ended}
}

const older = OLDER === undefined ? (title: string) => it.skip(title, 'needs a Node of 18 to 24.14') : it

older(
  'each hands over to the toolchain where it is there, and answers as ever',
  () => {
    using dir = checkout(true)
    for (const {name, args, answers} of PROGRAMS) {
      const {status, stdout, stderr} = run(dir.path, name, args)
      assert.is(status, 0, `${name}: ${stderr}`)
      assert.match(stdout, answers)
    }
  },
  LIMIT_MS,
)

older(
  'each says by its own name what is needed where nothing is there',
  () => {
    using dir = checkout(false)
    for (const {name, args} of PROGRAMS) {
      const {status, stdout, stderr} = run(dir.path, name, args)
      assert.equal([status, stdout], [3, ''])
      assert.match(stderr, new RegExp(`^${name}: needs Node >= 24\\.15, this is \\d+\\.\\d+\\.\\d+: run npm start`))
    }
  },
  LIMIT_MS,
)

older(
  'the library says what is needed to whoever imports it',
  () => {
    using dir = tempDir()
    const door = join(BUILT_HOME, 'dist', 'index.js')
    const code = `import(${JSON.stringify(door)}).then(() => 'came', (error) => error.message).then(console.log)`
    const {stdout, stderr} = spawnSync(OLDER ?? '', ['-e', code], {cwd: dir.path, encoding: 'utf8'})
    assert.match(stdout, /^Assay needs Node >= 24\.15, this is \d+\.\d+\.\d+\b/, stderr)
  },
  LIMIT_MS,
)

for (const [signal, whom] of [
  ['SIGINT', 'the outer process'],
  ['SIGTERM', 'the outer process'],
  ['SIGINT', 'the whole group'],
] as const) {
  older(
    `a node that was handed over to stops in order after ${signal} to ${whom}`,
    async () => {
      using dir = checkout(true)
      const {child, ended} = await startNode(dir.path)
      const pid = child.pid ?? 0
      process.kill(whom === 'the outer process' ? pid : -pid, signal)
      assert.equal(await ended, {code: 0, signal: null})
    },
    LIMIT_MS,
  )
}
it.run()
