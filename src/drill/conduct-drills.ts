import {isRunId} from '#contract/ids'
import {AssayError} from '#error/assay-error'
import type {Exit} from '#error/exit'
import {leftOutRemarks} from '#evidence/publish/left-out'
import {exitAfter, publishAfter} from '#evidence/publish/publish-after'
import {conductMeasurement} from '#measurement/conduct-measurement'
import type {Order} from '#measurement/order'
import type {MeasurementPorts} from '#measurement/ports'
import {shownPath} from '#path/shown-path'
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
  if (!isRunId(result.run_id)) throw new AssayError('bug', 'the run has no id')
  const published = await publishAfter({workspace, runId: result.run_id}, ports, signal)
  const {bundle, fault} = published
  const exit = exitAfter(result.exit as Exit, published)
  if (bundle === null) return {...told, result: {...result, exit}, fault}
  const path = shownPath(bundle.path, place)
  const ended = {runId: result.run_id, runPath: result.run_path, bundle}
  return {
    ...told,
    result: {...result, bundle, exit},
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
