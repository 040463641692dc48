import type {RunsCleanupResult} from '#contract/generated/types'
import {type Exit, exitNamed} from '#error/exit'
import {applyCleanup, type CleanedEntry, planCleanup} from './clean-runs.ts'
import {mustBeWorkspace} from './list-runs.ts'
import {openWorkspace} from './open-workspace.ts'
import type {RunPorts} from './ports.ts'
import {recordRemovals} from './record-removals.ts'
import type {RetentionRules} from './retention.ts'
import {sealCrashedRuns} from './seal-run.ts'

/** Plans what to remove, and removes exactly that when `apply` is set. Goes on after an error; any makes the exit 1. */
export async function cleanWorkspace(
  request: {readonly workspace: string; readonly apply: boolean; readonly rules: Omit<RetentionRules, 'nowMs'>},
  ports: RunPorts,
): Promise<RunsCleanupResult> {
  mustBeWorkspace(request.workspace, ports)
  const place = {path: request.workspace}
  const workspace = request.apply ? await openWorkspace(request.workspace, ports) : undefined
  const plan = planCleanup(place, {...request.rules, nowMs: ports.clock.nowMs()}, ports)
  const doomed = plan.filter((entry) => entry.action === 'delete').map((entry) => entry.name)
  const clean = () => applyCleanup(place, plan, ports)
  const entries: CleanedEntry[] = request.apply ? await recordRemovals(place, doomed, ports, clean) : plan
  // Afterwards: sealing writes, and on a full disk that needs the room that was made.
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
