import {join} from 'node:path'
import {makeFolders} from '#path/make-folders'
import type {RepositoryRow} from '../model/objects.ts'
import {deleteRepositoryRow, halfRepositories, setRepositoryState} from '../store/repositories-table.ts'
import {moveToTrash, removeTrash} from './remove-repository.ts'
import type {Repositories} from './repositories.ts'
import {isHalfDone} from './repository-places.ts'

/** The number of half-done changes that a start finished and undid. */
export interface MendedHalves {
  readonly finished: number
  readonly undone: number
}

/**
 * Finishes what a crash interrupted: a repository already in its place becomes active, one that is not there was never reported to anybody and
 * is dropped, and one being deleted is deleted. Then removes leftover staging and trash folders.
 */
export async function applyHalves(work: Repositories): Promise<MendedHalves> {
  const {store, places, files} = work
  await makeFolders(places.root, files.directories)
  const ends = []
  for (const row of halfRepositories(store)) ends.push(await mendHalf(row, work))
  for (const {name} of files.reader.list(places.root))
    if (isHalfDone(name)) await files.directories.removeTree(join(places.root, name))
  const undone = ends.filter((end) => end === 'undone').length
  return {finished: ends.length - undone, undone}
}

/**
 * Undoes what a full disk interrupted while the node serves: it was never reported as done, so a repository that was being created is removed
 * too. Throws disk and store errors; it may be called again.
 */
export async function undoHalves(work: Repositories): Promise<void> {
  if (work.halves.size === 0) return
  const rows = halfRepositories(work.store)
  for (const id of work.halves) {
    const row = rows.find((one) => one.id === id)
    if (row !== undefined) await mendHalf({...row, state: 'deleting'}, work)
    await removeTrash(id, work)
    await work.files.directories.removeTree(work.places.staging(id))
    work.halves.delete(id)
  }
}

async function mendHalf(row: RepositoryRow, work: Repositories): Promise<'finished' | 'undone'> {
  const {store, places, files} = work
  const isInPlace = files.reader.facts(places.folder(row)) !== undefined
  if (row.state === 'deleting') await moveToTrash(row, work)
  if (row.state === 'creating' && isInPlace) store.transaction(() => setRepositoryState(store, row.id, 'active'))
  else store.transaction(() => deleteRepositoryRow(store, row.id))
  return row.state === 'creating' && !isInPlace ? 'undone' : 'finished'
}
