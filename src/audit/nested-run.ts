import {RESULT, TIMING, VERDICT} from '#run/layout'
import {type RecordedRun, recordedRun} from '#run/read-recorded'

/** What an item of a job writes beside its inputs and results. */
const BESIDE: Readonly<Record<string, string>> = {
  [RESULT]: 'result.json',
  [VERDICT]: 'verdict.json',
  [TIMING]: 'timing.json',
}

/** Where a file of a run of its own stands when the run is an item of a job. */
export function nestedPath(folder: string, path: string): string {
  return `${folder}/${BESIDE[path] ?? path}`
}

/** An item of a job as if it were a run of its own. What was found in the job, such as lost events, decides nothing in the item. */
export function nestedRun({manifest, manifestSha256, damaged, bytes}: RecordedRun, folder: string): RecordedRun {
  const own = {...manifest, parents: [], issues: []}
  return recordedRun({manifest: own, manifestSha256, damaged}, (path) => bytes(nestedPath(folder, path)))
}
