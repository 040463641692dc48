import {ATTEMPTS_SCHEMA, DEFAULT_BRANCH_SCHEMA, FOLDERS_BY_ID_SCHEMA} from '../model/release.ts'
import type {NodeStore} from './node-store.ts'

/** What a step of a migration may need beside the store. */
export interface MigrationDisk {
  /** Which branch the HEAD of a repository names; undefined where its folder is not there. */
  headOf(owner: string, name: string): string | undefined
}

/** Each step may run twice: a crash leaves it unknown whether it did. */
export type MigrationStep = (store: NodeStore, disk: MigrationDisk) => void

/** From one schema to the next. */
export interface Migration {
  readonly to: number
  /** Whether `serve` may run it by itself. */
  readonly isAutomatic: boolean
  readonly steps: readonly MigrationStep[]
}

/** In their order, from schema 1. */
export const MIGRATIONS: readonly Migration[] = [
  {to: DEFAULT_BRANCH_SCHEMA, isAutomatic: true, steps: [addDefaultBranch, fillDefaultBranch]},
  {to: ATTEMPTS_SCHEMA, isAutomatic: true, steps: [addAttempts, fillAttempts]},
  {to: FOLDERS_BY_ID_SCHEMA, isAutomatic: false, steps: []},
]

/** Those between two schemas. */
export function migrationsBetween(from: number, to: number): Migration[] {
  return MIGRATIONS.filter((one) => one.to > from && one.to <= to)
}

/** Whether a table has a column. */
export function hasColumn(store: NodeStore, table: string, column: string): boolean {
  return store.one('SELECT 1 FROM pragma_table_info(?) WHERE name = ?', table, column) !== undefined
}

function addDefaultBranch(store: NodeStore): void {
  if (!hasColumn(store, 'repositories', 'default_branch'))
    store.script(`ALTER TABLE repositories ADD COLUMN default_branch TEXT NOT NULL DEFAULT 'main'`)
}

function fillDefaultBranch(store: NodeStore, disk: MigrationDisk): void {
  const rows = store.all('SELECT r.id, r.name, u.username FROM repositories r JOIN users u ON u.id = r.owner_id')
  for (const {id, name, username} of rows) {
    const branch = disk.headOf(String(username), String(name))
    if (branch !== undefined) store.run('UPDATE repositories SET default_branch = ? WHERE id = ?', branch, String(id))
  }
}

function addAttempts(store: NodeStore): void {
  store.script(`CREATE TABLE IF NOT EXISTS attempts (
    delivery_id TEXT NOT NULL REFERENCES deliveries(id) ON DELETE CASCADE, n INTEGER NOT NULL, started_at INTEGER NOT NULL,
    status_code INTEGER, duration_ms INTEGER, error TEXT, reply TEXT, PRIMARY KEY (delivery_id, n)
  ) STRICT, WITHOUT ROWID`)
}

/** Of earlier attempts only the last one is known. */
function fillAttempts(store: NodeStore): void {
  store.script(`INSERT OR IGNORE INTO attempts (delivery_id, n, started_at, status_code, duration_ms, error)
    SELECT id, attempt, delivered_at, status_code, duration_ms, error FROM deliveries WHERE attempt > 0 AND delivered_at IS NOT NULL`)
}
