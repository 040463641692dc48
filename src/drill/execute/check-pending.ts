import type {DoctorCheck} from '#contract/generated/types'
import type {ReadPorts} from '#run/read-run'
import {findPending, leftBy} from './find-pending.ts'

/** What drills of this workspace left that nobody put back, for `doctor`; nothing where all is back. Reads only. */
export function checkPending(workspace: string, ports: ReadPorts): DoctorCheck[] {
  const runs = findPending(workspace, ports)
  if (runs.length === 0) return []
  const names = runs.map((one) => `${leftBy(one)} by the run ${one.runId}`).join(', ')
  return [
    {name: 'drills', status: 'failed', detail: `drills left what was not put back, ${names}: assay drills recover`},
  ]
}
