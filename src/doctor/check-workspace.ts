import type {DoctorCheck} from '#contract/generated/types'
import {findRuns} from '#run/find-runs'
import type {RunPorts} from '#run/ports'

/** Whether the runs of a workspace can be read and are as recorded. Reads only. Throws `workspace_invalid` where no folder is. */
export function checkWorkspace(
  workspace: {readonly path: string},
  ports: Pick<RunPorts, 'files' | 'clock' | 'processes'>,
): DoctorCheck {
  const search = {workspace: workspace.path, shown: '', filters: {}, strict: false, limit: 0}
  const {more_count: runs, issue_count: issues} = findRuns(search, ports)
  const count = `${runs} ${runs === 1 ? 'run' : 'runs'}`
  if (runs + issues === 0) return {name: 'workspace', status: 'ok', detail: 'no runs yet'}
  if (issues === 0) return {name: 'workspace', status: 'ok', detail: `${count}, all as recorded`}
  const others = `${issues} ${issues === 1 ? 'entry is not as it should be' : 'entries are not as they should be'}`
  return {name: 'workspace', status: 'warning', detail: `${count}; ${others}: assay runs list names each`}
}
