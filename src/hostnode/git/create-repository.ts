import {dirname, join} from 'node:path'
import {AssayError} from '#error/assay-error'
import type {Files} from '#path/files'
import {makeFolders} from '#path/make-folders'
import type {RepositoryRow} from '../model/objects.ts'
import {deleteRepositoryRow, insertRepository, setRepositoryState} from '../store/repositories-table.ts'
import type {Repositories} from './repositories.ts'

const INIT_LIMIT_MS = 30_000
/** Disk space of a new repository with blocks of 4 KiB. */
const INIT_BYTES = 64 * 1024

/**
 * Creates a repository: a hidden row, the folder beside its place, a rename into place, and only then the visible row. A crash between any two
 * steps is repaired at the next start. Throws the store's error for a name that is taken; `node_git_missing`, `node_git`, `disk_full`.
 */
export async function createRepository(row: RepositoryRow, ownerId: string, work: Repositories): Promise<void> {
  const {store, places, files, crashAt} = work
  store.transaction(() => insertRepository(store, row, ownerId))
  crashAt('repository.create.row')
  try {
    await initAt(places.staging(row.id), work)
    crashAt('repository.create.staged')
    const folder = places.folder(row)
    await makeFolders(dirname(folder), files.directories)
    await files.writer.rename(places.staging(row.id), folder)
    await files.directories.sync(dirname(folder))
    if (dirname(folder) !== places.root) await files.directories.sync(places.root)
    crashAt('repository.create.renamed')
    store.transaction(() => setRepositoryState(store, row.id, 'active'))
  } catch (error) {
    await undo(row, work).catch(() => work.halves.add(row.id))
    throw error
  }
}

async function undo(row: RepositoryRow, {store, places, files}: Repositories): Promise<void> {
  for (const path of [places.staging(row.id), places.folder(row)])
    await files.directories.removeTree(path).catch(() => undefined)
  store.transaction(() => deleteRepositoryRow(store, row.id))
}

/** The first branch is named explicitly: it must not depend on git's settings on this machine. */
async function initAt(path: string, {git, files, places, redactor}: Repositories): Promise<void> {
  const args = ['init', '--quiet', '--bare', '--initial-branch=main', '--template=', '--', path]
  const {code, isMissing} = await git.run(args, {cwd: places.root, timeoutMs: INIT_LIMIT_MS})
  if (isMissing) throw new AssayError('node_git_missing', 'git could not be started')
  if (code === undefined) throw new AssayError('node_git', 'git could not be run to its end')
  if (code !== 0) {
    await proveRoom(`${path}.room`, {files, redactor})
    throw new AssayError('node_git', `git init ended with ${code}`)
  }
  await syncFiles(path, files)
}

/** Checks whether the disk is full by writing as much as a repository needs, since git does not report it reliably. Throws `disk_full`. */
async function proveRoom(path: string, {files, redactor}: Pick<Repositories, 'files' | 'redactor'>): Promise<void> {
  const {writer} = files
  try {
    const file = await writer.open(path, 'new', {private: true})
    const write = () => file.write(redactor.bytes(new Uint8Array(INIT_BYTES))).then(() => file.sync())
    await write().finally(() => file.close())
  } finally {
    await writer.remove(path)
  }
}

/** Syncs the files that `git init` wrote: git does not. */
async function syncFiles(path: string, {reader, writer, directories}: Files): Promise<void> {
  for (const {name, kind} of reader.list(path)) {
    if (kind !== 'file') continue
    const file = await writer.open(join(path, name), 'append')
    await file.sync().finally(() => file.close())
  }
  await directories.sync(path)
}
