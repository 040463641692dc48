import {dirname, join} from 'node:path'
import type {FileReader} from '#path/files'
import {isHalfDone, type RepositoryPlaces} from '../git/repository-places.ts'
import type {RepositoryRow} from '../model/objects.ts'
import {type DataFinding, storeFinding} from './findings.ts'

/** What stands where repositories are and is none. What a crash left half done does not count: the next start ends it. */
export function checkFolders(
  rows: readonly RepositoryRow[],
  places: RepositoryPlaces,
  reader: FileReader,
): DataFinding[] {
  const wanted = new Set(rows.map((row) => places.folder(row)))
  const owners = new Set([...wanted].map((folder) => dirname(folder)))
  const strayIn = (folder: string): string[] =>
    reader.list(folder).flatMap(({name, kind}) => {
      const path = join(folder, name)
      if (wanted.has(path) || (folder === places.root && isHalfDone(name))) return []
      if (kind === 'directory' && owners.has(path)) return strayIn(path)
      // Of an owner whose last repository is gone.
      return kind === 'directory' && reader.list(path).length === 0 ? [] : [path]
    })
  if (reader.facts(places.root)?.kind !== 'directory') return []
  return strayIn(places.root).map((path) =>
    storeFinding('directory_unknown', 'there is no repository of this name', path.slice(places.root.length + 1)),
  )
}
