import {join} from 'node:path'
import {AssayError} from '#error/assay-error'
import {sleep} from '#random/timers'
import {RepositoryPlaces} from '../git/repository-places.ts'
import {openSecretBox} from '../hook/open-secret-box.ts'
import type {SecretBox} from '../model/hook-desk.ts'
import type {NodeStore, StoreWatch} from '../store/node-store.ts'
import {storedRefs} from '../store/refs-table.ts'
import {activeRepositories, halfRepositories} from '../store/repositories-table.ts'
import {storedSchema} from '../store/run-migrations.ts'
import {isDamage} from '../store/store-faults.ts'
import {checkChain} from './check-chain.ts'
import {checkMigrations, checkPages, checkSchema, findingsOf} from './check-database.ts'
import {checkFolders} from './check-folders.ts'
import {checkRepository} from './check-repository.ts'
import {checkBodies, checkSecrets, checkStoreRows} from './check-store-rows.ts'
import type {DataPorts} from './data-ports.ts'
import {type DataFinding, storeFinding, type VerifyReport} from './findings.ts'

/** What is looked at, and how closely. */
export interface VerifyWish {
  readonly dataDir: string
  readonly full: boolean
  /** The newest schema that can be judged. */
  readonly schema: number
  /** Whether a node may serve it: then refs that differ are looked at again, for a push may be under way. */
  readonly isServed: boolean
}

/** Of a running node a push that is not recorded yet is no damage. */
const LOOKS = 5
const PAUSE_MS = 300
const SILENT: StoreWatch = {
  crashAt: () => undefined,
  onWrite: () => ({[Symbol.dispose]: () => undefined}),
  soon: () => undefined,
}

/** Opens the database of a data directory; nobody measures it. Throws `node_store` where there is none. */
export function openQuietly(dataDir: string, {files, openStore}: Pick<DataPorts, 'files' | 'openStore'>): NodeStore {
  const path = join(dataDir, 'node.sqlite')
  if (files.reader.facts(path)?.kind !== 'file')
    throw new AssayError('node_store', 'there is no database in the data directory', {
      hint: 'Name a folder that a node has served with --data-dir.',
    })
  return openStore(path, SILENT)
}

/** All that is wrong with a data directory. Throws `node_store` where there is none, `node_refused` for a newer one. */
export async function verifyData(wish: VerifyWish, ports: DataPorts): Promise<VerifyReport> {
  const {dataDir, full} = wish
  let store: NodeStore
  try {
    store = openQuietly(dataDir, ports)
  } catch (error) {
    // A disk that nobody may write to is no damage.
    if (!(error instanceof Error) || !isDamage(error.cause)) throw error
    return report([storeFinding('database_damaged', 'the database cannot be opened')], {full})
  }
  using _ = store
  const pages = findingsOf(() => checkPages(store, full))
  if (pages.some(({code}) => code === 'database_damaged')) return report(pages, {full})
  const schema = storedSchema(store)
  refuseNewer(schema, wish.schema)
  const inStore = [...pages, ...(await checkStore(store, wish, ports))]
  if (inStore.some(({code}) => code === 'database_damaged' || code === 'schema_wrong')) return report(inStore, {full})
  const places = new RepositoryPlaces(dataDir, schema)
  const {reader} = ports.files
  const rows = activeRepositories(store)
  const folders = () => checkFolders([...activeRepositories(store), ...halfRepositories(store)], places, reader)
  const found = [...inStore, ...(await settled(async () => folders(), wish, ports))]
  const git = ports.git(join(dataDir, 'home'))
  let refs = 0
  for (const row of rows) {
    const known = () => storedRefs(store, row.id)
    refs += known().size
    const check = {row, folder: places.folder(row), known, reader, git}
    const look = async () => (isActive(store, row.id) ? await checkRepository(check, full) : [])
    found.push(...(await settled(look, wish, ports)))
  }
  const hooks = Number(store.one('SELECT count(*) AS n FROM hooks')?.['n'])
  return report(found, {full, repositories: rows.length, refs, hooks})
}

/** Throws `node_refused` for data that a newer release wrote. */
export function refuseNewer(schema: number, newest: number): void {
  if (schema > newest)
    throw new AssayError(
      'node_refused',
      `the data are of schema ${schema}, this release reads schema ${newest} at most`,
      {
        hint: 'Use the release that wrote them, or a newer one.',
      },
    )
}

async function checkStore(store: NodeStore, {dataDir, full}: VerifyWish, ports: DataPorts): Promise<DataFinding[]> {
  using fresh = ports.openStore(':memory:', SILENT)
  const schema = findingsOf(() => checkSchema(store, fresh))
  if (schema.length > 0) return schema
  const box = await boxOf(dataDir, ports)
  return [
    ...findingsOf(() => checkMigrations(store)),
    ...findingsOf(() => checkStoreRows(store)),
    ...findingsOf(() => checkSecrets(store, box)),
    ...(full ? [...findingsOf(() => checkBodies(store)), ...findingsOf(() => checkChain(store))] : []),
  ]
}

/** Undefined where the key is lost: looking makes no new one. */
async function boxOf(dataDir: string, ports: DataPorts): Promise<SecretBox | undefined> {
  if (ports.files.reader.facts(join(dataDir, 'keys', 'secrets.key')) === undefined) return undefined
  return await openSecretBox(dataDir, ports).catch(() => undefined)
}

function isActive(store: NodeStore, id: string): boolean {
  return store.one(`SELECT 1 FROM repositories WHERE id = ? AND state = 'active'`, id) !== undefined
}

async function settled(
  look: () => Promise<DataFinding[]>,
  {isServed}: VerifyWish,
  {time}: DataPorts,
): Promise<DataFinding[]> {
  for (let left = isServed ? LOOKS : 1; ; left--) {
    const found = await look()
    if (found.length === 0 || left === 1) return found
    await sleep(time, PAUSE_MS)
  }
}

function report(
  errors: readonly DataFinding[],
  checked: {readonly full: boolean; readonly repositories?: number; readonly refs?: number; readonly hooks?: number},
): VerifyReport {
  const status = errors.length === 0 ? 'valid' : 'invalid'
  return {status, errors, checked: {repositories: 0, refs: 0, hooks: 0, ...checked}}
}
