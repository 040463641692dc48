import type {NodeStore} from '../store/node-store.ts'
import {createStore, storedSchema} from '../store/run-migrations.ts'
import {sqliteCode} from '../store/store-faults.ts'
import {type DataFinding, storeFinding} from './findings.ts'

/** Runs a check; a database that cannot be read is a finding. */
export function findingsOf(check: () => DataFinding[]): DataFinding[] {
  try {
    return check()
  } catch (error) {
    const code = sqliteCode(error)
    if (code === undefined) throw error
    return [storeFinding('database_damaged', `the database cannot be read (SQLite error ${code})`)]
  }
}

/** Whether the pages of the database fit together; `full`: its indexes and references too. */
export function checkPages(store: NodeStore, full: boolean): DataFinding[] {
  const check = full ? 'integrity_check' : 'quick_check'
  const said = store.all(`PRAGMA ${check}`).map((row) => String(row[check]))
  const wrong = said.filter((line) => line !== 'ok').map((line) => storeFinding('database_damaged', line))
  const orphans = full ? store.all('PRAGMA foreign_key_check') : []
  const dangling = ({table, parent}: (typeof orphans)[number]) =>
    storeFinding('row_wrong', `a row of ${table} names a row of ${parent} that is not there`)
  return [...wrong, ...orphans.map(dangling)]
}

/** Whether it has the tables and columns of its schema, as a new one (`fresh`, empty) gets them. */
export function checkSchema(store: NodeStore, fresh: NodeStore): DataFinding[] {
  const schema = storedSchema(store)
  const nothing = () => undefined
  createStore(fresh, schema, {headOf: nothing})
  const own = new Set(columnsOf(store))
  return columnsOf(fresh)
    .filter((column) => !own.has(column))
    .map((column) => storeFinding('schema_wrong', `schema ${schema} has a column that is not there`, column))
}

/** Migrations that began and did not come to their end. */
export function checkMigrations(store: NodeStore): DataFinding[] {
  const sql = 'SELECT DISTINCT to_schema AS schema FROM migrations WHERE to_schema > ? ORDER BY to_schema'
  return store
    .all(sql, storedSchema(store))
    .map(({schema}) => storeFinding('migration_half', `the migration to schema ${schema} was cut off`))
}

function columnsOf(store: NodeStore): string[] {
  const sql = `SELECT m.name || '.' || c.name || ' ' || c.type AS column FROM sqlite_schema m JOIN pragma_table_info(m.name) c
    WHERE m.type = 'table' ORDER BY 1`
  return store.all(sql).map(({column}) => String(column))
}
