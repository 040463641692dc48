import type {DrillsResult} from '#contract/generated/types'
import {isRunId} from '#contract/ids'
import {AssayError} from '#error/assay-error'
import {type Exit, exitNamed} from '#error/exit'
import {publishRun} from '#evidence/publish/bundle-run'
import {leftOutRemarks} from '#evidence/publish/left-out'
import {conductMeasurement} from '#measurement/conduct-measurement'
import type {Order} from '#measurement/order'
import type {MeasurementPorts} from '#measurement/ports'
import {shownPath} from '#path/shown-path'
import {onceBegun} from '#run/begun'
import {checkWords, runEnding} from '#run/run-ending'
import {drillKind} from './drill-kind.ts'
import type {Guide} from './engine/drill-context.ts'
import {measureDrills} from './execute/measure-drills.ts'
import type {DrillRequest} from './model/drill-options.ts'

/** Drills as a run of their own, and its bundle where one is wished for, whatever the drills came to; none after an interrupt. `guide`: whom each step of a response waits for. */
export async function conductDrills(
  order: Order<DrillRequest> & {readonly bundle: boolean; readonly guide?: Guide | undefined},
  ports: MeasurementPorts,
  signal: AbortSignal,
) {
  const told = await conductMeasurement(guidedBy(order.guide), order, ports, signal)
  if (!order.bundle || signal.aborted) return told
  const {result, report} = told
  const workspace = order.workspace ?? order.workingDirectory
  const place = {cwd: order.workingDirectory, workspace}
  const bundle = await publish(result, workspace, ports, signal)
  const path = shownPath(bundle.path, place)
  const ended = {runId: result.run_id, runPath: result.run_path, bundle}
  return {
    ...told,
    result: {...result, bundle, exit: exitOf(result.exit as Exit, bundle)},
    report: {
      ...report,
      facts: [
        ...report.facts,
        {label: 'Bundle', value: `${path} (${bundle.verified ? 'verified' : 'does NOT verify'})`},
      ],
      remarks: [...report.remarks, ...leftOutRemarks(bundle.excluded), checkWords(bundle.path, place)],
      // Until now the next step was to make this bundle.
      ending: runEnding(ended, {status: report.status}, place),
    },
  }
}

function guidedBy(guide: Guide | undefined): typeof drillKind {
  if (guide === undefined) return drillKind
  return {...drillKind, measure: (plan, trial, ports, signal) => measureDrills({...plan, guide}, trial, ports, signal)}
}

async function publish(
  {run_id: runId}: DrillsResult,
  workspace: string,
  ports: MeasurementPorts,
  signal: AbortSignal,
): Promise<NonNullable<DrillsResult['bundle']>> {
  if (!isRunId(runId)) throw new AssayError('bug', 'the run has no id')
  try {
    const request = {workspace, runId, redact: true, strict: false, replace: false}
    const made = await publishRun(request, ports, signal)
    const {path, complete, excluded_count, excluded} = made
    return {path, complete, verified: true, excluded_count, excluded}
  } catch (error) {
    throw onceBegun(error, runId)
  }
}

/** Good drills whose evidence does not hold have failed. */
function exitOf(exit: Exit, bundle: NonNullable<DrillsResult['bundle']>): Exit {
  if (exit.name !== 'ok' || bundle.complete) return exit
  return exitNamed('failed', 'the bundle of the drills is incomplete')
}
