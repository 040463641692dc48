import {join} from 'node:path'
import type {RunId} from '#contract/ids'
import {AssayError} from '#error/assay-error'
import type {FileReader} from '#path/files'
import {writeAtomic} from '#path/write-atomic'
import {newestRunId} from './create-run.ts'
import {
  BUNDLES,
  HIGH_WATER,
  HOLD,
  LEASE,
  runFolder,
  runsFolder,
  STAGING_PREFIX,
  sitesOf,
  TRASH_PREFIX,
  trashFolder,
} from './layout.ts'
import {scanRuns} from './list-runs.ts'
import type {RunPorts} from './ports.ts'
import {ownerState, type RunIssue, type RunView, readRun} from './read-run.ts'
import {planIssues, planRetention, type RetentionEntry, type RetentionRules, type RunForRetention} from './retention.ts'
import {treeSize} from './tree-size.ts'

export interface CleanedEntry extends RetentionEntry {
  readonly error?: string
  /** Set if another cleanup removed it first. */
  readonly isGone?: boolean
}

/** What cleanup would do, from one look at the workspace. `needs`: why runs must stay because of what is kept outside their folders. */
export function planCleanup(
  workspace: {path: string},
  rules: RetentionRules,
  ports: RunPorts,
  needs: ReadonlyMap<string, string> = new Map(),
): RetentionEntry[] {
  const {reader} = ports.files
  const runs: Omit<RunForRetention, 'isBaseline'>[] = []
  const broken: RunIssue[] = []
  const baselines = new Set<string>()
  for (const read of scanRuns(workspace, ports)) {
    if (read.kind === 'issue') {
      broken.push(read)
      continue
    }
    const {parents, artifacts} = read.manifest
    for (const parent of parents) if (parent.relation === 'baseline') baselines.add(parent.run_id)
    runs.push({
      runId: read.runId,
      lease: leaseOf(read, workspace.path, ports),
      ...marksOf(workspace.path, read.runId, reader),
      need: needs.get(read.runId),
      // A run that did not come to its end lists no files in its manifest.
      sizeBytes:
        read.manifest.status === 'running'
          ? treeSize(runFolder(workspace.path, read.runId), reader)
          : manifestSize(artifacts),
    })
  }
  const told = runs.map((run) => ({...run, isBaseline: baselines.has(run.runId)}))
  const left = [...broken.reverse(), ...bundleLeftovers(workspace.path, reader)].map((issue) => {
    const path = placeOf(workspace.path, issue.name)
    const mtimeMs = Math.max(...[path, join(path, LEASE)].map((one) => reader.facts(one)?.mtimeMs ?? 0))
    return {
      issue,
      ...marksOf(workspace.path, issue.name, reader),
      need: needs.get(issue.name),
      isBaseline: baselines.has(issue.name),
      mtimeMs: mtimeMs || rules.nowMs,
      sizeBytes: treeSize(path, reader),
    }
  })
  return [...planRetention(told, rules), ...planIssues(left, rules)]
}

/** Reasons to keep an entry for ever, or until a drill is put back. */
function marksOf(
  workspace: string,
  name: string,
  reader: FileReader,
): Pick<RunForRetention, 'isHeld' | 'isUndoPending'> {
  return {
    isHeld: reader.facts(join(placeOf(workspace, name), HOLD)) !== undefined,
    isUndoPending: reader.facts(join(workspace, sitesOf(name))) !== undefined,
  }
}

/** The state of the owner: one that wrote the final manifest but still has its lease is not done with the run. */
function leaseOf(run: RunView, workspace: string, ports: RunPorts): RunView['lease'] {
  const folder = runFolder(workspace, run.runId)
  const isClosing = run.lease === 'none' && ports.files.reader.facts(join(folder, LEASE)) !== undefined
  return isClosing ? ownerState(folder, run.manifest, ports) : run.lease
}

/** Leftovers of a crash beside the bundles: a bundle that was never published, or an old one that had been moved aside. */
function bundleLeftovers(workspace: string, reader: FileReader): RunIssue[] {
  const folder = join(workspace, BUNDLES)
  if (reader.facts(folder)?.kind !== 'directory') return []
  const names = reader.list(folder).map(({name}) => name)
  const left = names.filter((name) => name.startsWith(STAGING_PREFIX) || name.startsWith(TRASH_PREFIX))
  return left.map((name) => ({
    kind: 'issue',
    name: `${BUNDLES}/${name}`,
    reason: 'staging_abandoned',
    detail: 'a bundle that was never published',
  }))
}

/** The path of an entry: entries of `runs/` are named by their name, leftovers of bundles by their path. */
function placeOf(workspace: string, name: string): string {
  return name.startsWith(`${BUNDLES}/`) ? join(workspace, name) : join(runsFolder(workspace), name)
}

/**
 * Removes what the plan says and goes on after an error. Each run is first renamed to trash: a crash in between leaves
 * a whole run or a named leftover, never half a run. A run that came to life since planning stays.
 */
export async function applyCleanup(
  workspace: {path: string},
  plan: readonly RetentionEntry[],
  ports: RunPorts,
): Promise<CleanedEntry[]> {
  const doomed = plan.filter((entry) => entry.action === 'delete')
  const newest = newestRunId(workspace.path, ports.files.reader)
  const isNewest = (entry: RetentionEntry) => newest !== undefined && entry.name.endsWith(newest)
  const done = new Map<string, CleanedEntry>()
  // On a full disk nothing can be written until something is removed, so the newest run goes last, after its id was written down.
  await removeAll(
    workspace,
    doomed.filter((entry) => !isNewest(entry)),
    {done, ports},
  )
  const last = doomed.filter(isNewest)
  if (newest !== undefined && last.length > 0) {
    await writeAtomic(join(runsFolder(workspace.path), HIGH_WATER), ports.redactor.text(`${newest}\n`), ports)
    await removeAll(workspace, last, {done, ports})
  }
  return plan.map((entry) => done.get(entry.name) ?? entry)
}

async function removeAll(
  workspace: {path: string},
  doomed: readonly RetentionEntry[],
  to: {readonly done: Map<string, CleanedEntry>; readonly ports: RunPorts},
): Promise<void> {
  const {done, ports} = to
  if (doomed.length === 0) return
  for (const entry of doomed) done.set(entry.name, await trash(workspace, entry, ports))
  // One sync for all names, before the first byte goes: a later one would wait for the file system to free every block.
  await ports.files.directories.sync(runsFolder(workspace.path))
  for (const entry of doomed) {
    const {error, isGone}: CleanedEntry = done.get(entry.name) ?? entry
    if (error === undefined && !isGone) done.set(entry.name, await erase(workspace.path, entry, ports))
  }
}

async function trash(workspace: {path: string}, entry: RetentionEntry, ports: RunPorts): Promise<CleanedEntry> {
  const {runId} = entry
  if (runId === undefined) return entry
  let isGone = false
  const done = await attempt(entry, async () => {
    if (isAlive(workspace, runId, ports)) throw new AssayError('run_live', 'the run has an owner again')
    const folder = runFolder(workspace.path, runId)
    try {
      await ports.files.writer.rename(folder, trashFolder(workspace.path, runId))
    } catch (error) {
      // It is gone, as was asked; the cleanup that removed it reports it.
      if (ports.files.reader.facts(folder) !== undefined) throw error
      isGone = true
    }
  })
  return isGone ? {...done, isGone} : done
}

/** Whether a run has a living owner. Only a run that has a lease can have one, so others need no second reading. */
function isAlive(workspace: {path: string}, runId: RunId, ports: RunPorts): boolean {
  if (ports.files.reader.facts(join(runFolder(workspace.path, runId), LEASE)) === undefined) return false
  const view = readRun(workspace, runId, ports)
  return view.kind === 'run' && ownerState(runFolder(workspace.path, runId), view.manifest, ports) !== 'dead'
}

async function erase(workspace: string, entry: RetentionEntry, ports: RunPorts): Promise<CleanedEntry> {
  const name = entry.runId === undefined ? entry.name : `${TRASH_PREFIX}${entry.runId}`
  return await attempt(entry, () => ports.files.directories.removeTree(placeOf(workspace, name)))
}

async function attempt(entry: RetentionEntry, work: () => Promise<void>): Promise<CleanedEntry> {
  try {
    await work()
    return entry
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    return {...entry, error: error.message}
  }
}

function manifestSize(artifacts: readonly {size_bytes: number}[]): number {
  return artifacts.reduce((sum, artifact) => sum + artifact.size_bytes, 0)
}
