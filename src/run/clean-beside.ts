import type {RunId} from '#contract/ids'
import {AssayError} from '#error/assay-error'
import type {CleanedEntry} from './clean-runs.ts'
import type {RunPorts} from './ports.ts'
import type {RetentionEntry} from './retention.ts'

/** Something that is kept for a run outside its folder, such as backups of an upgrade, and is removed with the run. */
export interface KeptBeside {
  readonly runId: RunId
  /** Name in the cleanup plan, like that of an entry of `runs/`. */
  readonly name: string
  /** Absolute paths of files that may be removed; empty if there are none, and only the run itself is needed. */
  readonly paths: readonly string[]
  readonly sizeBytes: number
  /** Why neither it nor its run may be removed; undefined if both may. */
  readonly need: string | undefined
  /** Why it may be removed. */
  readonly over: string
}

/** Plans what is removed: what nothing needs, once its run is removed or gone. A run that is kept keeps it as well. */
export function planBeside(beside: readonly KeptBeside[], runs: readonly RetentionEntry[]): RetentionEntry[] {
  const staying = new Set(runs.filter(({action}) => action !== 'delete').map(({name}) => name))
  return beside
    .filter(({paths}) => paths.length > 0)
    .map(({runId, name, sizeBytes, need, over}) => {
      if (need !== undefined) return {name, sizeBytes, action: 'skip', reason: need}
      return staying.has(runId)
        ? {name, sizeBytes, action: 'keep', reason: 'run_kept'}
        : {name, sizeBytes, action: 'delete', reason: over}
    })
}

/** Removes what the plan says, and continues after an error. If a run could not be removed, what belongs to it stays as well. */
export async function removeBeside(
  plan: readonly RetentionEntry[],
  {beside, runs}: {readonly beside: readonly KeptBeside[]; readonly runs: readonly CleanedEntry[]},
  {files}: Pick<RunPorts, 'files'>,
): Promise<CleanedEntry[]> {
  const left = new Set(runs.filter(({error}) => error !== undefined).map(({name}) => name))
  const entries: CleanedEntry[] = []
  for (const entry of plan) {
    const kept = beside.find(({name}) => name === entry.name)
    if (entry.action !== 'delete' || kept === undefined) entries.push(entry)
    else if (left.has(kept.runId)) entries.push({...entry, error: 'its run could not be removed'})
    else entries.push(await removeFiles(entry, kept.paths, files))
  }
  return entries
}

async function removeFiles(entry: RetentionEntry, paths: readonly string[], files: RunPorts['files']) {
  try {
    for (const path of paths) await files.directories.removeTree(path)
    return entry
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    return {...entry, error: error.message}
  }
}
