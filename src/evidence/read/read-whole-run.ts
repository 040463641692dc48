import {AssayError} from '#error/assay-error'
import {runFolder} from '#run/layout'
import {type ReadPorts, type RunView, readRun} from '#run/read-run'

/**
 * Reads a run that others may remove or finish at the same time. The result or error of `read` counts if `isWhole` accepts the result, or
 * if the run is unchanged afterwards; otherwise it may concern half a run. Cleanup renames a run before it removes the first file. Throws
 * `run_not_found`, `run_live`.
 */
export async function readWholeRun<Found>(
  {workspace, run}: {readonly workspace: string; readonly run: RunView},
  read: () => Promise<Found>,
  isWhole: (found: Found) => boolean,
  ports: ReadPorts,
): Promise<Found> {
  let found: Found
  try {
    found = await read()
  } catch (error) {
    mustBeAsItWas(workspace, run, ports)
    throw error
  }
  if (!isWhole(found)) mustBeAsItWas(workspace, run, ports)
  return found
}

function mustBeAsItWas(workspace: string, {runId, manifestSha256}: RunView, ports: ReadPorts): void {
  const now = readRun({path: workspace}, runId, ports)
  if (now.kind === 'run') {
    if (now.manifestSha256 === manifestSha256) return
    throw new AssayError('run_live', `another process wrote to the run ${runId} while it was read`)
  }
  if (ports.files.reader.facts(runFolder(workspace, runId)) !== undefined) return
  throw new AssayError('run_not_found', `the run ${runId} was removed while it was read`)
}
