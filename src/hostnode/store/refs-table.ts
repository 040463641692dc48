import type {NodeStore} from './node-store.ts'

/** What each ref of a repository pointed to when its last event was recorded. */
export function storedRefs(store: NodeStore, repositoryId: string): Map<string, string> {
  const rows = store.all('SELECT name, oid FROM refs WHERE repository_id = ? ORDER BY name', repositoryId)
  return new Map(rows.map(({name, oid}) => [String(name), String(oid)]))
}

/** Inside a transaction. `oid` undefined: the ref is gone. */
export function storeRef(store: NodeStore, repositoryId: string, name: string, oid: string | undefined): void {
  if (oid === undefined) store.run('DELETE FROM refs WHERE repository_id = ? AND name = ?', repositoryId, name)
  else store.run('INSERT OR REPLACE INTO refs (repository_id, name, oid) VALUES (?, ?, ?)', repositoryId, name, oid)
}
