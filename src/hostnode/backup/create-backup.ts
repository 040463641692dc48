import {dirname, join} from 'node:path'
import {sha256} from '#digest/sha256'
import {AssayError} from '#error/assay-error'
import type {FileReader} from '#path/files'
import {makeFolders} from '#path/make-folders'
import {relativeInside} from '#path/safe-relative-path'
import {timestamp} from '#random/clock'
import type {GitRunner} from '../git/git-runner.ts'
import {RepositoryPlaces} from '../git/repository-places.ts'
import type {NodeRelease} from '../model/release.ts'
import {nodeFact, setNodeFact} from '../store/facts-table.ts'
import type {NodeStore} from '../store/node-store.ts'
import {storedRefs} from '../store/refs-table.ts'
import {activeRepositories} from '../store/repositories-table.ts'
import {storedSchema} from '../store/run-migrations.ts'
import {storedVote} from '../store/votes-table.ts'
import {checkMigrations} from '../verify/check-database.ts'
import {openQuietly, refuseNewer, verifyData} from '../verify/verify-data.ts'
import type {BackupContext} from './backup-context.ts'
import type {BackupManifest} from './backup-manifest.ts'
import {refsDigest} from './refs-digest.ts'
import {type BackupSource, repositoryFiles} from './repository-files.ts'
import {digestFiles, writeBackup} from './write-backup.ts'

const COUNT_LIMIT_MS = 60_000
/** Longest time a fence lasts if the process that set it dies. */
const FENCE_MS = 600_000

export interface CreateWish {
  readonly dataDir: string
  readonly output: string
  readonly quiesce: boolean
  readonly includeKeys: boolean
  readonly release: NodeRelease
  /** Whether a node serves the data, so that a push may be in progress. */
  readonly isServed: boolean
}

/** A finished backup. */
export interface MadeBackup {
  readonly manifest: BackupManifest
  /** Digest of the archive, in hex. */
  readonly sha256: string
}

/**
 * Packs a data directory as it is at one moment, even while a node serves it. Throws `node_store`; `node_refused` for a newer schema, an
 * interrupted migration, another backup in progress, and an output that exists or lies inside the data; disk errors.
 */
export async function createBackup(wish: CreateWish, ports: BackupContext): Promise<MadeBackup> {
  const {dataDir, output} = wish
  const {files, snapshot, crashAt} = ports
  refuseOutput(wish, files.reader)
  using live = openQuietly(dataDir, ports)
  using _alone = holdAlone(dataDir, ports)
  using _ = wish.quiesce ? fence(live, ports) : undefined
  if (wish.quiesce || !wish.isServed) await refuseUnrecorded(wish, ports)
  const scratch = `${output}.partial`
  await makeFolders(dirname(output), files.directories)
  await files.directories.removeTree(scratch)
  await files.directories.make(scratch)
  try {
    await snapshot(join(dataDir, 'node.sqlite'), join(scratch, 'node.sqlite'))
    crashAt('backup.create.snapshot')
    const content = await gather(scratch, wish, ports)
    const made = {manifest: content.manifest, sha256: await writeBackup({output, scratch}, content, ports)}
    live.transaction(() => setNodeFact(live, 'last_backup', made.manifest.created_at))
    return made
  } finally {
    await files.directories.removeTree(scratch)
  }
}

/** Allows one backup of these data at a time: a second one would remove the files and the fence of the first. */
function holdAlone(dataDir: string, {takeLock}: BackupContext): Disposable {
  const lock = takeLock(join(dataDir, 'backup.lock'))
  if (lock !== undefined) return lock
  throw new AssayError('node_refused', 'another backup of these data is being made', {hint: 'Wait until it is over.'})
}

/** Refuses all writes to the node until disposed of, or until its time is over. */
function fence(store: NodeStore, {time}: BackupContext): Disposable {
  const until = (atMs: number) => store.transaction(() => setNodeFact(store, 'fence', String(atMs)))
  until(time.nowMs() + FENCE_MS)
  return {[Symbol.dispose]: () => until(0)}
}

/** Refuses if refs moved without being recorded, after a crash or at the end of a push: the backup would lack them. */
async function refuseUnrecorded({dataDir, isServed, release}: CreateWish, ports: BackupContext): Promise<void> {
  const wish = {dataDir, full: false, schema: release.schemaVersion, isServed}
  const {errors} = await verifyData(wish, ports)
  if (errors.some(({code}) => code === 'refs_differ'))
    throw new AssayError('node_refused', 'refs of a repository moved and are not recorded', {
      hint: 'Start the node once, which records them, or try again when the push is over.',
    })
}

function refuseOutput({output, dataDir}: CreateWish, reader: FileReader): void {
  if (relativeInside(dataDir, output) !== undefined)
    throw new AssayError('node_refused', 'a backup inside the data directory would be lost with it', {
      hint: 'Name another place with --output.',
    })
  if (reader.facts(output) !== undefined || reader.facts(`${output}.sha256`) !== undefined)
    throw new AssayError('node_refused', 'there is a file of this name already', {
      hint: 'Name another one with --output, or remove it and its .sha256.',
    })
}

async function gather(scratch: string, wish: CreateWish, ports: BackupContext) {
  const {dataDir, release, quiesce, includeKeys} = wish
  const {reader} = ports.files
  const sources: BackupSource[] = [{path: 'node.sqlite', from: {file: join(scratch, 'node.sqlite')}}]
  const facts = await readSnapshot(scratch, wish, ports)
  sources.push(...facts.sources)
  const keyPath = join(dataDir, 'keys', 'secrets.key')
  const memberPath = join(dataDir, 'keys', 'node.key')
  const hasKey = reader.facts(keyPath) !== undefined
  if (includeKeys && hasKey) sources.push({path: 'keys/secrets.key', from: {file: keyPath}})
  if (includeKeys && reader.facts(memberPath) !== undefined)
    sources.push({path: 'keys/node.key', from: {file: memberPath}})
  sources.sort((a, b) => (a.path < b.path ? -1 : 1))
  const manifest: BackupManifest = {
    format_version: 1,
    created_at: timestamp(ports.time.nowMs()),
    node_version: release.version,
    schema_version: facts.schema,
    node_id: facts.nodeId,
    quiesced: quiesce,
    files: digestFiles(sources, reader),
    refs_digest: facts.refsDigest,
    counts: facts.counts,
    secrets_key_id: hasKey ? keyId(reader.read(keyPath)) : null,
    last_signed: facts.lastSigned,
    config_sha256: facts.config,
  }
  return {manifest, sources}
}

/** An id of a key that does not reveal it. */
export function keyId(key: Uint8Array): string {
  return sha256(key).slice('sha256:'.length, 'sha256:'.length + 16)
}

async function readSnapshot(scratch: string, {dataDir, release}: CreateWish, ports: BackupContext) {
  using store = openQuietly(scratch, ports)
  // The fence is for the running node; a node restored from this snapshot must not inherit it.
  store.transaction(() => setNodeFact(store, 'fence', '0'))
  const schema = storedSchema(store)
  refuseNewer(schema, release.schemaVersion)
  if (checkMigrations(store).length > 0)
    throw new AssayError('node_refused', 'a migration of the data was cut off', {
      hint: 'hostnode serve on these data names the command that finishes it.',
    })
  const places = new RepositoryPlaces(dataDir, schema)
  const git = ports.git(join(dataDir, 'home'))
  const all: {name: string; refs: Map<string, string>}[] = []
  const sources: BackupSource[] = []
  let objects = 0
  for (const row of activeRepositories(store)) {
    const refs = storedRefs(store, row.id)
    const folder = places.folder(row)
    all.push({name: `${row.owner}/${row.name}`, refs})
    sources.push(...repositoryFiles({folder, path: relativeInside(dataDir, folder) ?? '', refs}, ports.files.reader))
    objects += await countObjects(folder, git)
  }
  const refs = all.reduce((sum, one) => sum + one.refs.size, 0)
  const counts = {repositories: all.length, objects, refs, ...countsOf(store)}
  const nodeId = nodeFact(store, 'node_id') ?? null
  const vote = storedVote(store)?.record
  return {
    sources,
    schema,
    nodeId,
    lastSigned: vote ? {height: vote.height, view: vote.view, phase: vote.phase, block_id: vote.block_id} : null,
    counts,
    refsDigest: refsDigest(all),
    config: nodeFact(store, 'config_sha256') ?? null,
  }
}

function countsOf(store: NodeStore) {
  const count = (table: string, where = '1') =>
    Number(store.one(`SELECT count(*) AS n FROM ${table} WHERE ${where}`)?.['n'])
  return {users: count('users'), tokens: count('tokens', 'revoked_at IS NULL'), hooks: count('hooks')}
}

async function countObjects(folder: string, git: GitRunner): Promise<number> {
  const args = ['--git-dir=.', 'count-objects', '-v']
  const {code, stdout} = await git.run(args, {cwd: folder, timeoutMs: COUNT_LIMIT_MS})
  if (code !== 0)
    throw new AssayError('node_git', 'git cannot read a repository', {hint: 'Run hostnode verify --full.'})
  const of = (name: string) => Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(stdout)?.[1] ?? 0)
  return of('count') + of('in-pack')
}
