import {dirname, join} from 'node:path'
import {AssayError} from '#error/assay-error'
import type {WritableFile} from '#path/files'
import {makeFolders} from '#path/make-folders'
import {RepositoryPlaces} from '../git/repository-places.ts'
import {storedRefs} from '../store/refs-table.ts'
import {activeRepositories} from '../store/repositories-table.ts'
import {openQuietly, verifyData} from '../verify/verify-data.ts'
import type {BackupContext} from './backup-context.ts'
import {badArchive} from './backup-manifest.ts'
import type {MemberEvent} from './member-watch.ts'
import {type ReadBackup, readBackup} from './read-backup.ts'
import {refsDigest} from './refs-digest.ts'

/** Without these folders git does not recognise a repository, and archives hold no empty folders. */
const GIT_FOLDERS = ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags']

/** What is unpacked, and where. */
export interface ExtractWish {
  readonly file: string
  /** A folder that does not exist yet. */
  readonly target: string
  /** The newest schema that can be judged. */
  readonly schema: number
  /** Called after the last file is unpacked and before everything is checked: adds keys that are not in the archive. */
  readonly complete: () => Promise<void>
}

/**
 * Unpacks a backup into a new folder, syncs every file, and checks all of it as `verify --full` does. Throws `archive_refused` for an
 * incomplete or damaged backup.
 */
export async function extractBackup(wish: ExtractWish, ports: BackupContext): Promise<ReadBackup> {
  const {target} = wish
  const {directories} = ports.files
  await makeFolders(target, directories)
  const read = await readBackup(wish.file, ports, extractor(target, ports))
  await makeGitFolders(target, read.manifest.schema_version, ports)
  await wish.complete()
  await checkExtracted(wish, read, ports)
  await syncFolders(target, ports)
  return read
}

function extractor(
  target: string,
  {files, redactor}: BackupContext,
): (events: readonly MemberEvent[]) => Promise<void> {
  let open: WritableFile | undefined
  return async (events) => {
    for (const event of events) {
      if (event === 'end') {
        await open?.sync()
        await open?.close()
        open = undefined
      } else if ('begin' in event) {
        const path = join(target, event.begin)
        await makeFolders(dirname(path), files.directories)
        open = await files.writer.open(path, 'new', {private: true})
      } else await open?.write(redactor.bytes(event.piece))
    }
  }
}

async function makeGitFolders(target: string, schema: number, ports: BackupContext): Promise<void> {
  const places = new RepositoryPlaces(target, schema)
  await makeFolders(places.root, ports.files.directories)
  using store = openQuietly(target, ports)
  for (const row of activeRepositories(store))
    for (const name of GIT_FOLDERS) await makeFolders(join(places.folder(row), name), ports.files.directories)
}

async function checkExtracted(
  {target, schema}: ExtractWish,
  {manifest}: ReadBackup,
  ports: BackupContext,
): Promise<void> {
  const wish = {dataDir: target, full: true, schema, isServed: false}
  const hasKey = ports.files.reader.facts(join(target, 'keys', 'secrets.key')) !== undefined
  // Without the key, the secrets of webhooks cannot be judged here.
  const errors = (await verifyData(wish, ports)).errors.filter(({code}) => hasKey || code !== 'secret_lost')
  const [first] = errors
  if (first !== undefined)
    throw badArchive(`does not hold together: ${first.code}, ${errors.length} in all; the first: ${first.message}`)
  using store = openQuietly(target, ports)
  const all = activeRepositories(store).map((row) => ({
    name: `${row.owner}/${row.name}`,
    refs: storedRefs(store, row.id),
  }))
  if (refsDigest(all) !== manifest.refs_digest) throw badArchive('does not have the refs of its manifest')
}

async function syncFolders(folder: string, ports: BackupContext): Promise<void> {
  const {reader, directories} = ports.files
  for (const {name, kind} of reader.list(folder)) if (kind === 'directory') await syncFolders(join(folder, name), ports)
  await directories.sync(folder)
}

/** Throws `disk_full` if a backup would not fit. */
export function refuseTooLarge({manifest}: ReadBackup, folder: string, {disk}: BackupContext): void {
  const needed = manifest.files.reduce((sum, {size}) => sum + size, 0)
  const use = disk(folder).use()
  if (use !== undefined && use.availableBytes < needed)
    throw new AssayError('disk_full', `the backup unpacks to ${needed} bytes, ${use.availableBytes} are free`)
}
