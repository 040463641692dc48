import type {NodeStore} from './node-store.ts'

/** Single facts that a node keeps of itself. */
export type NodeFactName =
  | 'schema_version'
  | 'node_id'
  | 'bootstrapped'
  | 'bootstrap_file'
  | 'finalised_version'
  | 'maintenance'
  | 'probe'
  | 'serving'
  | 'last_backup'
  | 'fence'
  | 'config_sha256'
  | 'migrate_wish'
  | 'network'

export function nodeFact(store: NodeStore, key: NodeFactName): string | undefined {
  const row = store.one('SELECT value FROM node WHERE key = ?', key)
  return row && String(row['value'])
}

/** Inside a transaction. */
export function setNodeFact(store: NodeStore, key: NodeFactName, value: string): void {
  store.run(
    'INSERT INTO node (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    key,
    value,
  )
}

/** A real write: a store that reads may still be full. Throws what SQLite says of it. */
export function tryWrite(store: NodeStore, nowMs: number): void {
  store.transaction(() => setNodeFact(store, 'probe', String(nowMs)))
}

/** Longest time of a fence. One that ends later was made before the clock was set back, by a process that may be gone. */
const MOST_FENCE_MS = 3_600_000

/** Whether writes wait: a backup that wants silence says until when (ms since the epoch), so that its own death frees the node. */
export function isFenced(store: NodeStore, nowMs: number): boolean {
  const leftMs = Number(nodeFact(store, 'fence') ?? 0) - nowMs
  return leftMs > 0 && leftMs <= MOST_FENCE_MS
}
