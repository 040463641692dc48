// A process of its own: nodes are served in it.
// Counts no coverage: nodes are started again and again, and others of the hosting node's tests run the same lines.
import {cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {NEWEST, runHostnode} from '#hostnode/main'
import {mountVolume, whyNoVolume} from '../support/campaign/small-volume.ts'
import {callHostnode, madeDataDir, withDatabase} from '../support/hostnode-data.ts'
import {hostnodeHere} from '../support/hostnode-here.ts'
import {SEED} from '../support/seed.ts'
import {seeded} from '../support/seeded.ts'
import {spec} from '../support/spec.ts'

const it = spec('a data directory that is bad')
const FLIPS = 12
let made: Awaited<ReturnType<typeof madeDataDir>>

it.before(async () => {
  made = await madeDataDir()
})
it.after(() => made[Symbol.dispose]())

/** `hostnode serve` in this process; it is stopped as soon as it serves. */
async function serve(dataDir: string, cwd = made.path) {
  let said = ''
  const args = ['serve', '--data-dir', dataDir, '--api-addr', '127.0.0.1:0', '--metrics-addr', 'off']
  const hear = (text: string) => {
    said += text
    if (text.includes('"serving"')) setImmediate(() => process.emit('SIGTERM', 'SIGTERM'))
  }
  const code = await runHostnode(
    {...NEWEST, build: '00000000'},
    {
      args,
      env: {PATH: process.env['PATH'] ?? ''},
      cwd,
      pid: process.pid,
      out: hear,
      err: hear,
      endNow: () => undefined,
      crash: () => undefined,
    },
  )
  return {code, said}
}

/** A copy of good data that something happened to. */
function copy(name: string, change: (dataDir: string) => void): string {
  const path = join(made.path, name)
  cpSync(made.dataDir, path, {recursive: true})
  change(path)
  return path
}

type BadPlace = readonly [name: string, exit: number, code: string, change: (path: string) => void]

const NO_STACK = /^\s+at /m

it('each is told in one line with a code, nothing is made in its place, and with its parts back all is there', async () => {
  const sqlite = (path: string) => join(path, 'node.sqlite')
  const cases: readonly BadPlace[] = [
    ['empty', 3, 'node_store', (path) => truncateSync(sqlite(path), 0)],
    ['gone', 3, 'node_store', (path) => rmSync(sqlite(path))],
    ['cut', 3, 'node_store', (path) => truncateSync(sqlite(path), 20_000)],
    [
      'folder',
      3,
      'node_store',
      (path) => {
        rmSync(sqlite(path))
        mkdirSync(sqlite(path))
      },
    ],
    ...['repos', 'keys', 'home'].map((name): BadPlace => {
      return [`${name} a file`, 3, `node_store: ${name} of the data directory is no folder`, fileAt(name)]
    }),
    ['link', 3, 'node_store: the data directory is no folder', toNowhere],
    ['key', 3, 'node_store', (path) => truncateSync(join(path, 'keys', 'secrets.key'), 31)],
    ['marker', 3, 'node_store', (path) => writeFileSync(`${path}.restore.json`, '{"from":')],
    ['newer', 7, 'node_refused', (path) => fact(path, 'schema_version', '9')],
    ['fact', 3, 'node_store', (path) => fact(path, 'maintenance', '{"enabled"')],
  ]
  for (const [name, exit, code, change] of cases) {
    const path = copy(name, change)
    const {code: ended, said} = await serve(path)
    assert.equal([ended, new RegExp(`error ${code}[:.] `).test(said), NO_STACK.test(said)], [exit, true, false], said)
  }
  for (const name of ['empty', 'gone', 'cut']) {
    cpSync(sqlite(made.dataDir), sqlite(join(made.path, name)))
    assert.is((await serve(join(made.path, name))).code, 0)
    assert.is((await hostnodeHere(['verify', '--full', '--data-dir', name], {cwd: made.path})).status, 0, name)
  }
})

/** A file in place of a folder. */
function fileAt(name: string) {
  return (path: string) => {
    rmSync(join(path, name), {recursive: true, force: true})
    writeFileSync(join(path, name), '')
  }
}

function toNowhere(path: string): void {
  rmSync(path, {recursive: true})
  symlinkSync(join(path, '..', 'nowhere'), path)
}

it('where SQLite cannot open a file, its number is told in words', async () => {
  const folder = copy('a folder', (path) => {
    rmSync(join(path, 'node.sqlite'))
    mkdirSync(join(path, 'node.sqlite'))
  })
  assert.match((await serve(folder)).said, /SQLite error 14: it is no file that can be opened, or its path is too long/)
  const text = copy('text', (path) => writeFileSync(join(path, 'node.sqlite'), 'no database '.repeat(1_000)))
  assert.match((await serve(text)).said, /SQLite error 26: it is no database/)
})

function fact(path: string, key: string, value: string): void {
  withDatabase(path, (db) => db.prepare('INSERT OR REPLACE INTO node (key, value) VALUES (?, ?)').run(key, value))
}

it('a byte of the database that changed ends in a word about it or in a node that serves, never in a stack', async () => {
  const draw = seeded(SEED)
  const size = readFileSync(join(made.dataDir, 'node.sqlite')).length
  for (let n = 0; n < FLIPS; n++) {
    // The first page says what all others are.
    const at = n % 2 === 0 ? draw(4_096) : draw(size)
    const path = copy(`flip-${n}`, (dataDir) => {
      const bytes = readFileSync(join(dataDir, 'node.sqlite'))
      bytes[at] = (bytes[at] ?? 0) ^ (1 << draw(8))
      writeFileSync(join(dataDir, 'node.sqlite'), bytes)
    })
    const {code, said} = await serve(path)
    assert.ok([0, 3, 7].includes(code) && !NO_STACK.test(said), `seed ${SEED}, byte ${at}: ${code} ${said}`)
  }
})

const why = whyNoVolume()
const onVolume = why === undefined ? it : (name: string) => it.skip(name, why)

onVolume('one that may only be read is told as that, by each command, and not as damage', async () => {
  using volume = mountVolume(16 * 1024)
  cpSync(made.dataDir, join(volume.path, 'data'), {recursive: true})
  volume.change('ro')
  const {code, said} = await serve('data', volume.path)
  assert.equal([code, /error node_store: /.test(said), NO_STACK.test(said)], [3, true, false], said)
  for (const args of [
    ['verify', '--full'],
    ['backup', 'create', '--output', join(made.path, 'ro.tar.gz')],
    ['migrate', '--from', '2.0.0', '--to', '2.0.0'],
  ]) {
    const {status, stderr} = callHostnode([...args, '--data-dir', 'data'], {cwd: volume.path})
    assert.equal([status, /error node_store: /.test(stderr), NO_STACK.test(stderr)], [3, true, false], stderr)
  }
  volume.change('rw')
  assert.is((await hostnodeHere(['verify', '--full', '--data-dir', 'data'], {cwd: volume.path})).status, 0)
})
it.run()
