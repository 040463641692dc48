import type {DoctorCheck} from '#contract/generated/types'
import type {ReadPorts} from '#run/read-run'
import {findPending} from './find-pending.ts'

/** What drills of this workspace left that nobody put back, for `doctor`; nothing where all is back. Reads only. */
export function checkPending(workspace: string, ports: ReadPorts): DoctorCheck[] {
  const runs = findPending(workspace, ports)
  if (runs.length === 0) return []
  const names = runs.map(({runId, pending}) => `${pending.length} by the run ${runId}`).join(', ')
  return [
    {name: 'drills', status: 'failed', detail: `changes of drills were not put back, ${names}: assay drills recover`},
  ]
}
