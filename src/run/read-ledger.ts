import {join} from 'node:path'
import {isRunId, type RunId} from '#contract/ids'
import {sha256} from '#digest/sha256'
import {AssayError, codeOf} from '#error/assay-error'
import type {FileReader} from '#path/files'
import {classifyEntry, LEASE, LEDGER, MANIFEST, runFolder, runsFolder} from './layout.ts'
import {type LedgerEntry, type LedgerView, ledgerRuns, readLedger} from './ledger.ts'
import type {LedgerKnowledge} from './ledger-standing.ts'
import {readWorkspaceId} from './open-workspace.ts'
import {MOST_MANIFEST_BYTES} from './read-run.ts'

const MOST_LEDGER_BYTES = 256 * 1024 * 1024

/** The ledger of a workspace; an empty one where nothing was ever recorded. Throws as `FileReader.read` does. */
export function readLedgerOf(workspace: string, reader: FileReader): LedgerView {
  const path = join(runsFolder(workspace), LEDGER)
  if (reader.facts(path) === undefined) return {entries: [], isTorn: false}
  return readLedger(reader.read(path, MOST_LEDGER_BYTES))
}

/** Ids of everything in `runs/` that has the name of a run, damaged or not. */
export function runNames(workspace: string, reader: FileReader): RunId[] {
  const runs = runsFolder(workspace)
  if (reader.facts(runs) === undefined) return []
  return reader.list(runs).flatMap(({name}) => {
    const entry = classifyEntry(name)
    return entry.kind === 'run' ? [entry.id] : []
  })
}

/** What the ledger knows, as of now. */
export function readKnowledge(workspace: string, reader: FileReader): LedgerKnowledge {
  return indexLedger(readLedgerOf(workspace, reader).entries, workspace, reader)
}

export function indexLedger(entries: readonly LedgerEntry[], workspace: string, reader: FileReader): LedgerKnowledge {
  const runs = ledgerRuns(entries)
  const oldest = [...runs.keys()].reduce((least, id) => (id < least ? id : least), '~')
  return {runs, oldest: runs.size > 0 ? oldest : undefined, workspaceId: readWorkspaceId(workspace, reader)}
}

/** Whether an owner still works on a run, or wrote its last word and could not tell the ledger. */
export function hasLease(workspace: string, runId: RunId, reader: FileReader): boolean {
  return reader.facts(join(runFolder(workspace, runId), LEASE)) !== undefined
}

/** Runs that the ledger knows and that are gone without having been removed by a cleanup. */
export function missingRuns({runs}: LedgerKnowledge, workspace: string, reader: FileReader): string[] {
  const isThere = (runId: string) => isRunId(runId) && reader.facts(runFolder(workspace, runId)) !== undefined
  return [...runs.values()].flatMap(({runId, isRemoved}) => (isRemoved || isThere(runId) ? [] : [runId]))
}

export function manifestDigest(folder: string, reader: FileReader): string | undefined {
  try {
    return sha256(reader.read(join(folder, MANIFEST), MOST_MANIFEST_BYTES))
  } catch (error) {
    if (error instanceof AssayError && codeOf(error) !== 'io_error') return undefined
    throw error
  }
}
