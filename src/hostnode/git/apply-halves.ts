import {join} from 'node:path'
import {makeFolders} from '#path/make-folders'
import {deleteRepositoryRow, halfRepositories, setRepositoryState} from '../store/repositories-table.ts'
import {moveToTrash} from './remove-repository.ts'
import type {Repositories} from './repositories.ts'
import {isHalfDone} from './repository-places.ts'

/** What a start found half done. */
export interface MendedHalves {
  readonly finished: number
  readonly undone: number
}

/**
 * Ends what a crash cut in two: a repository that is in its place is made, one that is not was never told to anybody, one that was being deleted goes. Then
 * takes away what is left beside the places.
 */
export async function applyHalves(work: Repositories): Promise<MendedHalves> {
  const {store, places, files} = work
  await makeFolders(places.root, files.directories)
  let finished = 0
  let undone = 0
  for (const row of halfRepositories(store)) {
    const isInPlace = files.reader.facts(places.folder(row)) !== undefined
    if (row.state === 'deleting') await moveToTrash(row, work)
    if (row.state === 'creating' && isInPlace) store.transaction(() => setRepositoryState(store, row.id, 'active'))
    else store.transaction(() => deleteRepositoryRow(store, row.id))
    if (row.state === 'creating' && !isInPlace) undone++
    else finished++
  }
  for (const {name} of files.reader.list(places.root))
    if (isHalfDone(name)) await files.directories.removeTree(join(places.root, name))
  return {finished, undone}
}
