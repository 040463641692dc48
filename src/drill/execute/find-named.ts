import type {RunId} from '#contract/ids'
import {AssayError} from '#error/assay-error'
import {runFolder} from '#run/layout'
import {type ReadPorts, readRun} from '#run/read-run'
import {knownIds, notFound, resolveRun} from '#run/resolve-run'

/** The run that was named, and where it lies; the workspace alone where none was. A name that no run has is a mistake: what a drill left would stay unseen. */
export function findNamed(
  {workspace, run}: {readonly workspace: string; readonly run: string | undefined},
  ports: ReadPorts & {readonly cwd: string},
): {readonly workspace: string; readonly runId: RunId | undefined} {
  if (run === undefined) return {workspace, runId: undefined}
  const {reader} = ports.files
  const named = resolveRun(run, {workspace, cwd: ports.cwd}, reader)
  if (reader.facts(runFolder(named.workspace, named.runId)) === undefined)
    throw notFound(named.runId, knownIds(named.workspace, reader))
  const view = readRun({path: named.workspace}, named.runId, ports)
  if (view.kind === 'run' && (view.lease === 'live' || view.lease === 'stalled'))
    throw new AssayError('run_live', `the run ${named.runId} is still at work, and puts back by itself what it breaks`)
  return named
}
