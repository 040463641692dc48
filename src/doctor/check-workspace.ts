import type {DoctorCheck} from '#contract/generated/types'
import {readRunListing} from '#run/list-runs'
import type {RunPorts} from '#run/ports'

/** Whether the runs of a workspace can be read. Reads only. Throws `workspace_invalid` where no folder is. */
export function checkWorkspace(
  workspace: {readonly path: string},
  ports: Pick<RunPorts, 'files' | 'clock' | 'processes'>,
): DoctorCheck {
  const {runs, issues} = readRunListing(workspace, ports)
  const detail = `${runs.length} runs, ${issues.length} entries that are no run`
  return {name: 'workspace', status: issues.length > 0 ? 'warning' : 'ok', detail}
}
