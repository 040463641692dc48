import {join} from 'node:path'
import {type ClaimOwner, holdClaim} from '#run/hold-claim'
import {RUNS, UNDO} from '#run/layout'
import type {RunPorts} from '#run/ports'

/** Holds the right to put a run back until it is disposed of. The folder must be there. Throws `workspace_busy` where another process holds it. */
export function holdRun(workspace: string, run: ClaimOwner, ports: RunPorts): Promise<AsyncDisposable> {
  const folder = join(workspace, RUNS, UNDO)
  const what = `another process puts back what the run ${run.runId} left`
  return holdClaim({folder, stem: `${run.runId}.claim-`, what}, run, ports)
}
