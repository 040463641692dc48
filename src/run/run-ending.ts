import {join} from 'node:path'
import {shellWord, typedPath} from '#path/shown-path'
import type {Report, ReportEnding} from '#report/report'
import {REPORT_FILES} from './layout.ts'

/** A closed run, as shown to a caller in `cwd`. */
export interface Ended {
  readonly runId: string
  /** Relative to the workspace. */
  readonly runPath: string
  readonly bundle?: {readonly path: string; readonly verified: boolean} | null
}

interface Place {
  readonly cwd: string
  readonly workspace: string
}

/**
 * Where run, report and bundle are, and which commands to type next: first those that the report names itself, such as one that repeats a
 * failed trial.
 */
export function runEnding(
  {runId, runPath, bundle = null}: Ended,
  {status, ending}: Pick<Report, 'status' | 'ending'>,
  place: Place,
): ReportEnding {
  const run = typedIn(place, runPath)
  const flag = workspaceWords(place)
  const next = nextCommand({runId, bundle, isStopped: status === 'interrupted'}, place)
  return {
    places: [
      {label: 'Run', value: run},
      {label: 'Report', value: `${run}/${REPORT_FILES.html}`},
      {label: 'Bundle', value: bundle && bundleWords(bundle, place)},
    ],
    next: [...(ending?.next ?? []), {label: 'Next', value: `${next}${bundle ? '' : flag}`}],
  }
}

/** The command that verifies a bundle, with its path as seen from `cwd`. */
export function checkWords(path: string, place: Place): string {
  return `Check it: assay runs verify ${shellWord(typedIn(place, path))}`
}

function bundleWords({path, verified}: NonNullable<Ended['bundle']>, place: Place): string {
  return `${typedIn(place, path)} (${verified ? 'verified' : 'does NOT verify'})`
}

function nextCommand(
  {runId, bundle, isStopped}: {readonly runId: string; readonly bundle: Ended['bundle']; readonly isStopped: boolean},
  place: Place,
): string {
  if (bundle) return `assay runs verify ${shellWord(typedIn(place, bundle.path))}`
  return isStopped ? `assay runs show ${runId}` : `assay runs bundle ${runId}`
}

/** The flag that names the workspace, needed only if the runs are not directly below the working directory. */
export function workspaceWords({cwd, workspace}: Place): string {
  if (cwd === workspace) return ''
  return ` --workspace-dir ${shellWord(typedPath(workspace, cwd))}`
}

const typedIn = ({cwd, workspace}: Place, path: string) => typedPath(join(workspace, path), cwd)
