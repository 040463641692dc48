import {dirname} from 'node:path'
import type {RepositoryRow} from '../model/objects.ts'
import {deleteRepositoryRow, setRepositoryState} from '../store/repositories-table.ts'
import type {Repositories} from './repositories.ts'

/** Removes a repository from view. Its files are removed later, by `removeTrash`. */
export async function removeRepository(row: RepositoryRow, work: Repositories): Promise<void> {
  const {store, crashAt} = work
  store.transaction(() => setRepositoryState(store, row.id, 'deleting'))
  crashAt('repository.delete.row')
  try {
    await work.children.stop(row.id)
    await moveToTrash(row, work)
    crashAt('repository.delete.renamed')
    store.transaction(() => deleteRepositoryRow(store, row.id))
  } catch (error) {
    // The repository is no longer visible, and its name must become free as soon as the disk has room.
    work.halves.add(row.id)
    throw error
  }
  crashAt('repository.delete.gone')
}

/** Does nothing if the folder is in the trash already. */
export async function moveToTrash(row: RepositoryRow, {places, files}: Repositories): Promise<void> {
  const folder = places.folder(row)
  if (files.reader.facts(folder) === undefined) return
  await files.writer.rename(folder, places.trash(row.id))
  await files.directories.sync(dirname(folder))
  await files.directories.sync(places.root)
}

export async function removeTrash(id: string, {places, files}: Repositories): Promise<void> {
  await files.directories.removeTree(places.trash(id))
}
