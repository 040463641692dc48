import {join} from 'node:path'
import type {RunId} from '#contract/ids'
import {AssayError} from '#error/assay-error'
import type {FileReader} from '#path/files'
import {readJournal} from './journal.ts'
import {JOURNAL, runFolder} from './layout.ts'
import {type ReadPorts, readRun} from './read-run.ts'

/**
 * Whether a run got past its beginning, so that the ledger must know of it. A power cut between the rename that publishes a run and its
 * first leaf leaves a run that has done nothing: it is still open, and its journal only records its creation. A run that cannot be read was
 * damaged later.
 */
export function hasWorked(workspace: string, runId: RunId, ports: ReadPorts): boolean {
  const run = readRun({path: workspace}, runId, ports)
  if (run.kind === 'issue') return ports.files.reader.facts(runFolder(workspace, runId)) !== undefined
  return run.manifest.status !== 'running' || !isOnlyMade(workspace, runId, ports.files.reader)
}

function isOnlyMade(workspace: string, runId: RunId, reader: FileReader): boolean {
  try {
    const {records, brokenAt} = readJournal(reader.read(join(runFolder(workspace, runId), JOURNAL)), runId)
    return brokenAt === undefined && records.length === 1 && records[0]?.type === 'run.created'
  } catch (error) {
    if (error instanceof AssayError) return false
    throw error
  }
}
