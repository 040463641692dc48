import {join} from 'node:path'
import {isRunId, type RunId} from '#contract/ids'
import {sha256} from '#digest/sha256'
import {AssayError, codeOf} from '#error/assay-error'
import type {FileReader} from '#path/files'
import {entryOf, LEASE, LEDGER, MANIFEST, runFolder, runsFolder} from './layout.ts'
import {type LedgerRun, type LedgerView, readLedger} from './ledger.ts'
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
    const entry = entryOf(name)
    return entry.kind === 'run' ? [entry.id] : []
  })
}

/** How a run of the ledger stands in the workspace now. */
export function standingOf(
  workspace: string,
  run: LedgerRun,
  reader: FileReader,
): 'as_recorded' | 'changed' | 'missing' {
  const folder = isRunId(run.runId) ? runFolder(workspace, run.runId) : undefined
  if (folder === undefined || reader.facts(folder) === undefined) return run.isRemoved ? 'as_recorded' : 'missing'
  // Until its lease is gone a run is on its way from one leaf to the next.
  if (reader.facts(join(folder, LEASE)) !== undefined) return 'as_recorded'
  return manifestDigest(folder, reader) === run.manifestSha256 ? 'as_recorded' : 'changed'
}

export function manifestDigest(folder: string, reader: FileReader): string | undefined {
  try {
    return sha256(reader.read(join(folder, MANIFEST), MOST_MANIFEST_BYTES))
  } catch (error) {
    if (error instanceof AssayError && codeOf(error) !== 'io_error') return undefined
    throw error
  }
}
