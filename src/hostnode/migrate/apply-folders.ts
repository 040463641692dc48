import {dirname} from 'node:path'
import type {Files} from '#path/files'
import {isHalfDone, RepositoryPlaces} from '../git/repository-places.ts'
import {FOLDERS_BY_ID_SCHEMA} from '../model/release.ts'
import {setNodeFact} from '../store/facts-table.ts'
import type {NodeStore} from '../store/node-store.ts'
import {activeRepositories, halfRepositories} from '../store/repositories-table.ts'
import type {MigrationContext} from '../store/run-migrations.ts'
import {lastStepDone, recordStep} from '../store/run-migrations.ts'

/** First the folders move, then the empty folders of owners are removed. */
const STEPS = 2

/** What moving folders needs. */
export interface FolderContext extends Pick<MigrationContext, 'crashAt' | 'nowMs'> {
  readonly files: Files
  readonly dataDir: string
}

/**
 * Migrates a store from schema 3 to 4: folders of repositories are named by id instead of by name. Each step is recorded before it runs, and
 * each rename may have been done already, so that the same call continues after a crash.
 */
export async function applyFolders(store: NodeStore, ports: FolderContext): Promise<void> {
  const steps = [() => moveFolders(store, ports), () => removeOwnerFolders(ports)]
  for (const [at, step] of steps.entries()) {
    if (at < lastStepDone(store, FOLDERS_BY_ID_SCHEMA)) continue
    note(store, at + 1, 'running', ports)
    ports.crashAt('migration.before-step')
    await step()
    note(store, at + 1, 'done', ports)
    ports.crashAt('migration.after-step')
  }
  store.transaction(() => setNodeFact(store, 'schema_version', String(FOLDERS_BY_ID_SCHEMA)))
}

/** Number of folders that are still to move. */
export function countFolders(store: NodeStore, {files, dataDir}: Pick<FolderContext, 'files' | 'dataDir'>): number {
  return moves(store, dataDir).filter(({from}) => files.reader.facts(from) !== undefined).length
}

async function moveFolders(store: NodeStore, {files, dataDir, crashAt}: FolderContext): Promise<void> {
  const {reader, writer, directories} = files
  for (const {from, to} of moves(store, dataDir)) {
    if (reader.facts(from) === undefined) continue
    await writer.rename(from, to)
    await directories.sync(dirname(from))
    await directories.sync(dirname(to))
    crashAt('migrate.folder-moved')
  }
}

function moves(store: NodeStore, dataDir: string) {
  const before = new RepositoryPlaces(dataDir, FOLDERS_BY_ID_SCHEMA - 1)
  const after = new RepositoryPlaces(dataDir, FOLDERS_BY_ID_SCHEMA)
  const rows = [...activeRepositories(store), ...halfRepositories(store)]
  return rows.map((row) => ({from: before.folder(row), to: after.folder(row)}))
}

/** Removes empty owner folders; one that holds anything else is left alone. */
async function removeOwnerFolders({files, dataDir}: FolderContext): Promise<void> {
  const {root} = new RepositoryPlaces(dataDir, FOLDERS_BY_ID_SCHEMA)
  const {reader, directories} = files
  for (const {name, kind} of reader.list(root)) {
    const path = `${root}/${name}`
    const isEmpty = kind === 'directory' && !isHalfDone(name) && reader.list(path).length === 0
    if (isEmpty) await directories.removeTree(path)
  }
  await directories.sync(root)
}

function note(store: NodeStore, step: number, state: 'running' | 'done', {nowMs}: FolderContext): void {
  recordStep(store, {to: FOLDERS_BY_ID_SCHEMA, step, steps: STEPS, state, nowMs: nowMs()})
}
