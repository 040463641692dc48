import {join} from 'node:path'
import {isRunId, type RunId} from '#contract/ids'
import {AssayError} from '#error/assay-error'
import type {DirectoryEntry} from '#path/files'
import {TTL_MS} from './hold-lease.ts'
import {classifyEntry, runsFolder} from './layout.ts'
import {type ReadPorts, type RunIssue, type RunView, readRunAt} from './read-run.ts'

/** The runs of a workspace, newest first, and its issues. */
export interface RunListing {
  readonly runs: readonly RunView[]
  readonly issues: readonly RunIssue[]
}

/** Every entry of `runs/` as a run or an issue, all in memory; for thousands of runs use `scanRuns`. Throws as it does. */
export function readRunListing(workspace: {path: string}, ports: ReadPorts): RunListing {
  const read = [...scanRuns(workspace, ports)]
  const issues = read.filter((one) => one.kind === 'issue')
  return {runs: read.filter((one) => one.kind === 'run'), issues: issues.reverse()}
}

/**
 * The runs of a workspace one after the other, newest first: a caller that keeps only a few fields of each needs little memory. A workspace
 * to which nothing was written is empty. Throws `workspace_invalid` if the folder is missing or is no directory. `isKnown` is called for
 * each folder with the name of a run; if it returns true the caller knows enough, and the run is not read.
 */
export function* scanRuns(
  workspace: {path: string},
  ports: ReadPorts,
  isKnown: (runId: RunId) => boolean = () => false,
): Generator<RunView | RunIssue> {
  const {reader} = ports.files
  const folder = runsFolder(workspace.path)
  mustBeWorkspace(workspace.path, ports)
  if (reader.facts(folder) === undefined) return
  for (const found of reader.list(folder).reverse()) {
    if (found.kind === 'directory' && isRunId(found.name) && isKnown(found.name)) continue
    const read = readEntry(workspace, found, ports)
    if (read) yield read
  }
}

export function mustBeWorkspace(path: string, ports: ReadPorts): void {
  const real = ports.files.reader.real(path)
  if (real !== undefined && ports.files.reader.facts(real)?.kind === 'directory') return
  throw new AssayError(
    'workspace_invalid',
    `the workspace ${path} is ${real === undefined ? 'missing' : 'no directory'}`,
  )
}

function readEntry(workspace: {path: string}, found: DirectoryEntry, ports: ReadPorts): RunView | RunIssue | undefined {
  const {name} = found
  const entry = classifyEntry(name)
  switch (entry.kind) {
    case 'own':
      return undefined
    case 'run':
      return unlessGone(readRunAt(workspace, {runId: entry.id, kind: found.kind}, ports), workspace.path, ports)
    case 'temporary':
      if (isFresh(workspace.path, name, ports)) return undefined
      return {kind: 'issue', name, reason: 'staging_abandoned', detail: 'a file that was never put in its place'}
    case 'staging':
      if (isFresh(workspace.path, name, ports)) return undefined
      return {kind: 'issue', name, reason: 'staging_abandoned', detail: 'a run that was never published'}
    case 'trash':
      return {kind: 'issue', name, reason: 'trash_pending', detail: 'a removal that did not end'}
    case 'foreign':
      return {kind: 'issue', name, reason: 'foreign_name', detail: 'the name is no run id'}
  }
}

/** The entry, unless it was removed while the list was read: that is no issue. */
function unlessGone(read: RunView | RunIssue, workspace: string, ports: ReadPorts): RunView | RunIssue | undefined {
  if (read.kind === 'run' || read.reason !== 'manifest_missing') return read
  return ports.files.reader.facts(join(runsFolder(workspace), read.name)) ? read : undefined
}

/** Whether an entry is so young that its run may be in the making, which is no issue. */
function isFresh(workspace: string, name: string, ports: ReadPorts): boolean {
  const facts = ports.files.reader.facts(join(runsFolder(workspace), name))
  return facts !== undefined && ports.clock.nowMs() - facts.mtimeMs < TTL_MS
}
