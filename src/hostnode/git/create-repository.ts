import {dirname, join} from 'node:path'
import {AssayError} from '#error/assay-error'
import type {Files} from '#path/files'
import {makeFolders} from '#path/make-folders'
import type {RepositoryRow} from '../model/objects.ts'
import {deleteRepositoryRow, insertRepository, setRepositoryState} from '../store/repositories-table.ts'
import type {Repositories} from './repositories.ts'

const INIT_LIMIT_MS = 30_000
/** What a new repository takes on a disk with blocks of 4 KiB. */
const INIT_BYTES = 64 * 1024

/**
 * Makes a repository: a row that nobody sees, the folder beside its place, its name, and only then the row for all to see. A crash between any two of
 * them is mended at the next start. Throws what the store says of a name that is taken; `node_git_missing`, `node_git`, `disk_full`.
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

/** A first branch of the same name everywhere: it must not depend on who runs the node. */
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

/** Git does not tell in so many words that there is no room: this tries to write as much. Throws `disk_full`. */
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

/** Git leaves its first files to the system. */
async function syncFiles(path: string, {reader, writer, directories}: Files): Promise<void> {
  for (const {name, kind} of reader.list(path)) {
    if (kind !== 'file') continue
    const file = await writer.open(join(path, name), 'append')
    await file.sync().finally(() => file.close())
  }
  await directories.sync(path)
}
