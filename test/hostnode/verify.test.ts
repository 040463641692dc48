import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {composeNode} from '#hostnode/compose-node'
import {verifyData} from '#hostnode/verify/verify-data'
import {rotated} from '../support/depth.ts'
import {startTestNode} from '../support/hostnode.ts'
import {callHostnode, git, madeDataDir, withDatabase} from '../support/hostnode-data.ts'
import {hostnodeHere} from '../support/hostnode-here.ts'
import {spec} from '../support/spec.ts'

const it = spec('hostnode verify')
const ports = composeNode({env: process.env})
const look = (dataDir: string, full = false) => verifyData({dataDir, full, schema: 4, isServed: false}, ports)
const codes = async (dataDir: string, full = false) => [
  ...new Set((await look(dataDir, full)).errors.map(({code}) => code)),
]

/** Does damage to a copy, and gives the codes of what is found. */
function damaged(dataDir: string) {
  let n = 0
  return async (damage: (copy: string) => void, full = false) => {
    const copy = join(dataDir, '..', `copy-${++n}`)
    cpSync(dataDir, copy, {recursive: true})
    damage(copy)
    const found = await codes(copy, full)
    rmSync(copy, {recursive: true})
    return found
  }
}

const files = (folder: string): string[] =>
  readdirSync(folder, {recursive: true, withFileTypes: true})
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()

function flip(path: string, at: number): void {
  const bytes = readFileSync(path)
  bytes[at] = (bytes[at] ?? 0) ^ 0x04
  chmodSync(path, 0o644)
  writeFileSync(path, bytes)
}

it('what a node left is valid, quick and in full, and what is not is found where it is', async () => {
  using made = await madeDataDir()
  const [one = '', two = ''] = made.folders.map((folder) => folder.slice(made.dataDir.length + 1))
  const words = (...args: string[]) => ['verify', '--data-dir', 'data', ...args]
  const run = (...args: string[]) => hostnodeHere(words(...args), {cwd: made.path})
  const whole = callHostnode(words('--full', '--list-affected'), {cwd: made.path})
  assert.is(whole.status, 0, whole.stdout + whole.stderr)
  assert.equal(JSON.parse(whole.stdout), {
    status: 'valid',
    errors: [],
    checked: {repositories: 3, refs: 4, hooks: 1, full: true},
    affected: [],
  })
  const after = damaged(made.dataDir)
  assert.equal(await after(() => undefined), [])
  assert.equal(await after((copy) => rmSync(join(copy, two), {recursive: true})), ['directory_missing'])
  assert.equal(await after((copy) => mkdirSync(join(copy, 'repos', 'stray.git', 'objects'), {recursive: true})), [
    'directory_unknown',
  ])
  assert.equal(await after((copy) => renameSync(join(copy, two), join(copy, 'repos', 'other.git'))), [
    'directory_unknown',
    'directory_missing',
  ])
  assert.equal(await after((copy) => writeFileSync(join(copy, one, 'HEAD'), 'ref: refs/heads/other\n')), ['head_wrong'])
  assert.equal(await after((copy) => git(join(copy, one), 'update-ref', 'refs/heads/main', 'main~1')), ['refs_differ'])
  assert.equal(await after((copy) => git(join(copy, one), 'branch', 'unknown', 'main')), ['refs_differ'])
  assert.equal(await after((copy) => rmSync(join(copy, 'keys', 'secrets.key'))), ['secret_lost'])
  assert.equal(await after((copy) => flip(join(copy, 'keys', 'secrets.key'), 7)), ['secret_lost'])
  const sql = (text: string) => (copy: string) => withDatabase(copy, (db) => void db.exec(text))
  assert.equal(await after(sql(`UPDATE users SET username_key = 'mallory'`)), ['row_wrong'])
  assert.equal(await after(sql('ALTER TABLE repositories DROP COLUMN pushed_at')), ['schema_wrong'])
  assert.equal(
    await after(
      sql(`INSERT INTO migrations (from_schema, to_schema, step, steps, state, at) VALUES (4, 5, 1, 2, 'running', 0)`),
    ),
    ['migration_half'],
  )
  const hanging = sql(`PRAGMA foreign_keys=OFF; INSERT INTO refs VALUES ('repo_x', 'refs/heads/a', 'b')`)
  assert.equal(await after(hanging, true), ['row_wrong'])
  const body = `INSERT INTO deliveries (id, hook_id, event_id, event, body, body_sha256, status, created_at)
    SELECT 'dlv_x', id, 'evt_x', 'ping', x'7b7d', 'sha256:00', 'pending', 0 FROM hooks`
  assert.equal(await after(sql(body), true), ['body_damaged'])
  const affected = await run('--list-affected')
  assert.equal(JSON.parse(affected.stdout).affected, [])
  rmSync(join(made.dataDir, two), {recursive: true})
  const invalid = await run('--list-affected')
  assert.equal([invalid.status, JSON.parse(invalid.stdout).affected], [1, ['alice/two']])
})

it('a changed byte in any file of a repository is found, with its object where git names it', async () => {
  using made = await madeDataDir()
  const [one = ''] = made.folders
  git(one, 'gc', '--quiet')
  git(one, 'update-ref', 'refs/heads/main', 'main')
  const after = damaged(made.dataDir)
  const tried: string[] = []
  // Of configuration and what only speeds git up, most bytes mean nothing.
  const telling = (path: string) => !/config$|info\/(packs|refs|commit-graph)|\.(rev|bitmap)$|description$/.test(path)
  for (const folder of made.folders.slice(0, 2)) {
    // Loose objects are all alike.
    const isPacked = folder === one
    for (const path of files(folder).filter((path, n) => telling(path) && (isPacked || n % 4 === 0))) {
      const inside = path.slice(made.dataDir.length + 1)
      const {size} = statSync(path)
      if (size === 0) continue
      // A comment of packed-refs comes first.
      const at = path.endsWith('packed-refs') ? size - 30 : Math.floor(size / 2)
      const found = await after((copy) => flip(join(copy, inside), at), true)
      assert.ok(found.length > 0, `${inside} at ${at}`)
      tried.push(inside)
    }
  }
  assert.ok(tried.length > 6, tried.join('\n'))
  const packed = join(one.slice(made.dataDir.length + 1), 'packed-refs')
  const remember = (oid: string) => (copy: string) =>
    writeFileSync(join(copy, packed), readFileSync(join(copy, packed), 'utf8').replace(/^\^.{40}$/m, `^${oid}`))
  assert.equal(await after(remember(git(one, 'rev-parse', 'main').trim()), true), [])
  assert.equal(await after(remember('7'.repeat(40)), true), ['git_damaged'])
  const loose = files(made.folders[1] ?? '').find((path) => /objects\/..\/.{38}$/.test(path)) ?? ''
  const oid = loose.split('/').slice(-2).join('')
  rmSync(loose)
  const {errors} = await look(made.dataDir, true)
  assert.ok(
    errors.some(({object, repo}) => object === oid && repo === 'alice/two'),
    JSON.stringify(errors),
  )
})

it('a damaged page of the database is found wherever its structure or an index tells', async () => {
  using made = await madeDataDir()
  const path = join(made.dataDir, 'node.sqlite')
  const after = damaged(made.dataDir)
  const pages = statSync(path).size / 4096
  assert.ok(pages > 10)
  for (const page of rotated([...Array(pages).keys()], 4)) {
    const zeroed = await after((copy) => {
      const bytes = readFileSync(join(copy, 'node.sqlite'))
      bytes.fill(0xa5, page * 4096, page * 4096 + 64)
      writeFileSync(join(copy, 'node.sqlite'), bytes)
    }, true)
    assert.ok(zeroed.length > 0, `page ${page + 1}`)
  }
})

it('a running node is looked at without blame, a folder without a node is told apart from a damaged one', async () => {
  await using node = await startTestNode()
  await node.call('POST', '/api/repos', {body: {name: 'one', owner: 'alice'}})
  const run = (...args: string[]) => hostnodeHere(['verify', ...args], {cwd: node.dir})
  assert.is((await run('--data-dir', 'data', '--full')).status, 0)
  assert.is((await run('--data-dir', 'none')).status, 3)
  assert.is((await run('--colour')).status, 2)
  assert.is((await run('--data-dir', 'data', '--data-dir', 'data')).status, 2)
  await node.stop()
})
it.run()
