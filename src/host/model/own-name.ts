import {isRunId, type RunId} from '#contract/ids'
import {timeOfRunId} from '#run/layout'

/** What the names of everything begin with that checks of this run make: hosts tell names apart without regard to case. */
export const ownPrefix = (runId: string): string => `assay-${runId.toLowerCase()}-`

const FORM = /^assay-(\d{8})t(\d{9})z-([a-z2-7]{6})-/

/** The run that made what is called so; undefined for a name that nobody of ours gave, such as that of a sentinel. */
export function ownerRun(name: string): {readonly runId: RunId; readonly atMs: number} | undefined {
  const [, day, time, suffix] = FORM.exec(name) ?? []
  const runId = `${day}T${time}Z-${suffix}`
  if (day === undefined || !isRunId(runId)) return undefined
  const atMs = timeOfRunId(runId)
  return Number.isFinite(atMs) ? {runId, atMs} : undefined
}
