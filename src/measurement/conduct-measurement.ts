import {shownPath} from '#path/shown-path'
import {outputFormatOf} from '#profile/merge-settings'
import type {FormatName} from '#report/renderers'
import {conductRun} from '#run/conduct-run'
import {runEnding} from '#run/run-ending'
import type {RunOutcome} from '#run/run-recorder'
import type {Order, SharedRequest} from './order.ts'
import type {MeasurementPorts} from './ports.ts'
import type {MeasuringKind, Told} from './run-kind.ts'

/** From what a caller asks for to a closed run. `format`: how the caller's profile wants it told. Throws for the caller's mistakes, before a run exists. */
export async function conductMeasurement<Request extends SharedRequest, Plan, Outcome extends RunOutcome, Result>(
  kind: MeasuringKind<Request, Plan, Outcome, Result>,
  order: Order<Request>,
  ports: MeasurementPorts,
  signal: AbortSignal,
): Promise<Told<Result> & {readonly format: FormatName | undefined}> {
  const {plan, workspace, configProfile} = await kind.plan(order, ports, signal)
  let outcome: Outcome | undefined
  const run = await conductRun({workspace, trial: kind.describe(plan)}, ports, signal, async (trial, runSignal) => {
    outcome = await kind.measure(plan, trial, ports, runSignal)
    return outcome
  })
  const {report} = run.outcome
  const place = {cwd: order.workingDirectory, workspace}
  const fact = {label: 'Run', value: shownPath(run.path, place)}
  const ending = runEnding({runId: run.runId, runPath: run.path}, report, place)
  return {
    result: kind.resultOf(plan, run, outcome),
    report: {...report, facts: [fact, ...report.facts], ending},
    format: outputFormatOf(configProfile),
  }
}
