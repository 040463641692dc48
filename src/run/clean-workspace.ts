import type {RunsCleanupResult} from '#contract/generated/types'
import {type Exit, exitNamed} from '#error/exit'
import {type KeptBeside, planBeside, removeBeside} from './clean-beside.ts'
import {applyCleanup, type CleanedEntry, planCleanup} from './clean-runs.ts'
import {mustBeWorkspace} from './list-runs.ts'
import {openWorkspace} from './open-workspace.ts'
import type {RunPorts} from './ports.ts'
import {recordRemovals} from './record-removals.ts'
import type {RetentionRules} from './retention.ts'
import {sealCrashedRuns} from './seal-run.ts'

/** What to clean. `beside`: what is kept for runs outside their folders. */
interface CleanupRequest {
  readonly workspace: string
  readonly apply: boolean
  readonly rules: Omit<RetentionRules, 'nowMs'>
  readonly beside?: readonly KeptBeside[]
}

/** Plans what to remove, and removes exactly that if `apply` is set. Continues after an error; any error makes the exit 1. */
export async function cleanWorkspace(request: CleanupRequest, ports: RunPorts): Promise<RunsCleanupResult> {
  mustBeWorkspace(request.workspace, ports)
  const place = {path: request.workspace}
  const workspace = request.apply ? await openWorkspace(request.workspace, ports) : undefined
  const {beside = []} = request
  const needs = new Map(beside.flatMap(({runId, need}) => (need === undefined ? [] : [[runId, need] as const])))
  const plan = planCleanup(place, {...request.rules, nowMs: ports.clock.nowMs()}, ports, needs)
  const planned = planBeside(beside, plan)
  const doomed = plan.filter((entry) => entry.action === 'delete').map((entry) => entry.name)
  const clean = async () => {
    const runs = await applyCleanup(place, plan, ports)
    return [...runs, ...(await removeBeside(planned, {beside, runs}, ports))]
  }
  const cleaned: CleanedEntry[] = request.apply
    ? await recordRemovals(place, doomed, ports, clean)
    : [...plan, ...planned]
  // Runs that another cleanup removed in the meantime are reported by that one.
  const entries = cleaned.filter(({isGone}) => !isGone)
  // Seal after removing: sealing writes, and on a full disk needs the space that was freed.
  if (workspace) await sealCrashedRuns(workspace, ports)
  const selected = entries.filter((entry) => entry.action === 'delete')
  const failed = selected.filter((entry) => entry.error !== undefined)
  return {
    schema_version: 1,
    command: 'runs cleanup',
    exit: exitOf(request.apply, selected.length, failed.length),
    dry_run: !request.apply,
    keep: request.rules.keep,
    selected_count: selected.length,
    selected_bytes: selected.reduce((sum, {sizeBytes}) => sum + sizeBytes, 0),
    removed_count: request.apply ? selected.length - failed.length : 0,
    kept_count: entries.length - selected.length,
    failed_count: failed.length,
    entries: entries.map(({name, action, reason, sizeBytes, error}) => ({
      run_id: name,
      action,
      reason,
      size_bytes: sizeBytes,
      ...(error !== undefined && {error}),
    })),
  }
}

function exitOf(isApplied: boolean, selected: number, failed: number): Exit {
  if (!isApplied) return exitNamed('ok', `nothing was removed: with --yes ${selected} would be`)
  return failed > 0 ? exitNamed('failed', `${failed} removals failed`) : exitNamed('ok', `${selected} removed`)
}
