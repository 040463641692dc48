import {dirname, join} from 'node:path'
import {AssayError} from '#error/assay-error'
import type {FileReader} from '#path/files'
import {makeFolders} from '#path/make-folders'
import {isMountPoint} from '#path/mount-point'
import {writeAtomic} from '#path/write-atomic'
import {sleep} from '#random/timers'
import {SECRET_LOST} from '../verify/check-store-rows.ts'
import {openQuietly, refuseNewer} from '../verify/verify-data.ts'
import {finishRestore, giveUpRestore, markerPath, type RestoreMarker} from './apply-restore.ts'
import type {BackupContext} from './backup-context.ts'
import type {BackupManifest} from './backup-manifest.ts'
import {keyId} from './create-backup.ts'
import {keepMember} from './keep-member.ts'
import {extractBackup, refuseTooLarge} from './load-backup.ts'
import {type ReadBackup, readBackup} from './read-backup.ts'

export interface RestoreWish {
  readonly file: string
  readonly dataDir: string
  readonly force: boolean
  readonly acceptLostSecrets: boolean
  readonly schema: number
}

/** A finished restore. `replaced`: where the previous data directory was moved; null if there was none. */
export interface RestoredBackup {
  readonly read: ReadBackup
  readonly replaced: string | null
}

const KEY = 'keys/secrets.key'

/**
 * Replaces a data directory with a backup: reads all of it, unpacks it beside the directory, checks it in full, and swaps by renames that the
 * next start can finish. Throws before anything is touched: `archive_refused`; `node_refused` for a running node, a newer schema, a folder
 * that is not empty without `force`, and secrets that no key opens.
 */
export async function restoreBackup(wish: RestoreWish, ports: BackupContext): Promise<RestoredBackup> {
  const {file, dataDir} = wish
  const {files, crashAt} = ports
  await finishRestore(dataDir, ports)
  const read = await readBackup(file, ports)
  refuseNewer(read.manifest.schema_version, wish.schema)
  // If the path is a symbolic link, its target folder is replaced, on its own disk, and the link stays.
  const to = files.reader.real(dataDir) ?? dataDir
  await makeFolders(dirname(to), files.directories)
  refuseMountPoint(to, files.reader)
  refuseTooLarge(read, dirname(to), ports)
  using _ = holdTarget({...wish, dataDir: to}, ports)
  const keys = keysFor(read.manifest, wish, files.reader)
  const from = `${to}.restoring`
  await files.directories.removeTree(from)
  const complete = async () => {
    await putKeys(from, keys, ports)
    await keepMember(from, dataDir, ports)
  }
  try {
    await extractBackup({file, target: from, schema: wish.schema, complete}, ports)
  } catch (error) {
    await files.directories.removeTree(from)
    throw error
  }
  crashAt('restore.extracted')
  const old = isEmpty(to, files.reader) ? null : await freeName(to, ports)
  const marker: RestoreMarker = {from, to, old}
  const text = new TextEncoder().encode(`${JSON.stringify(marker)}\n`)
  await writeAtomic(markerPath(dataDir), ports.redactor.bytes(text), ports)
  crashAt('restore.marked')
  await finishRestore(dataDir, ports, crashAt).catch(async (error: unknown) => {
    await giveUpRestore(dataDir, marker, ports)
    throw error
  })
  return {read, replaced: old}
}

/**
 * Refuses a mount point, which a rename cannot replace. PostgreSQL advises against such data directories for the same reason. Source:
 * PostgreSQL's documentation, "Use of Secondary File Systems".
 */
function refuseMountPoint(to: string, reader: FileReader): void {
  if (!isMountPoint(to, reader)) return
  throw new AssayError('node_refused', 'the data directory is a mount point, whose place no other folder can take', {
    hint: 'Keep the data in a folder on that disk, and name it with --data-dir: move what is there into it first.',
  })
}

/** Locks an existing data directory, so that no node can start on it. */
function holdTarget({dataDir, force}: RestoreWish, {files, takeLock}: BackupContext): Disposable {
  const {reader} = files
  const free = {[Symbol.dispose]: () => undefined}
  const facts = reader.facts(dataDir)
  if (facts === undefined) return free
  if (facts.kind !== 'directory') throw new AssayError('node_refused', 'the data directory is no folder')
  if (isEmpty(dataDir, reader)) return free
  const lock = takeLock(join(dataDir, 'node.lock'))
  if (lock === undefined)
    throw new AssayError('node_refused', 'a node is running on the data directory', {hint: 'Stop it first.'})
  if (force) return lock
  lock[Symbol.dispose]()
  throw new AssayError('node_refused', 'the data directory is not empty', {
    hint: 'Name another one, or use --force: what is there is kept under another name.',
  })
}

/** Whether the folder is absent or empty: a rename can replace an empty folder. */
function isEmpty(dataDir: string, reader: FileReader): boolean {
  return reader.facts(dataDir) === undefined || reader.list(dataDir).length === 0
}

/** Which key goes with the restored data: that of the archive, the present one if it is the same key, or none. */
type Keys = {readonly key: Uint8Array} | 'own' | 'lost'

function keysFor(manifest: BackupManifest, wish: RestoreWish, reader: FileReader): Keys {
  const {secrets_key_id, files, counts} = manifest
  if (files.some(({path}) => path === KEY)) return 'own'
  const path = join(wish.dataDir, KEY)
  const key = reader.facts(path)?.kind === 'file' ? reader.read(path, 4096) : undefined
  if (key !== undefined && keyId(key) === secrets_key_id) return {key: Uint8Array.from(key)}
  if (counts.hooks === 0) return 'own'
  if (wish.acceptLostSecrets) return 'lost'
  throw new AssayError('node_refused', 'the key that opens the secrets of webhooks is neither in the backup nor here', {
    hint: 'Put keys/secrets.key of that node into the data directory and use --force, or give up the secrets with --accept-lost-secrets.',
  })
}

/** Puts the key in place. If it is lost, all webhooks are deactivated until somebody gives them new secrets. */
async function putKeys(target: string, keys: Keys, ports: BackupContext): Promise<void> {
  if (keys === 'own') return
  if (keys === 'lost') {
    using store = openQuietly(target, ports)
    store.transaction(() => store.run('UPDATE hooks SET active = 0, disabled_reason = ?', SECRET_LOST))
    return
  }
  await makeFolders(join(target, 'keys'), ports.files.directories)
  await writeAtomic(join(target, KEY), ports.redactor.bytes(keys.key), ports)
}

async function freeName(dataDir: string, {time, files}: BackupContext): Promise<string> {
  for (;;) {
    const path = `${dataDir}.replaced-${new Date(time.nowMs()).toISOString().replace(/[-:.]/g, '')}`
    if (files.reader.facts(path) === undefined) return path
    await sleep(time, 1)
  }
}
