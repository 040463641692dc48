import {shownPath} from '#path/shown-path'
import {outputFormatOf} from '#profile/config-profile'
import type {FormatName} from '#report/renderers'
import {conductRun} from '#run/conduct-run'
import {type Ended, runEnding} from '#run/run-ending'
import type {RunOutcome} from '#run/run-recorder'
import type {Order, Planned, SharedRequest} from './order.ts'
import type {MeasurementPorts} from './ports.ts'
import type {MeasuringKind, Told} from './run-kind.ts'

/** Carries out a plan inside one run that is kept whatever happens, and tells what came of it. */
export async function conductMeasurement<Request extends SharedRequest, Plan, Outcome extends RunOutcome, Result>(
  kind: MeasuringKind<Request, Plan, Outcome, Result>,
  {plan, workspace}: Planned<Plan>,
  ports: MeasurementPorts,
  signal: AbortSignal,
): Promise<Told<Result> & {readonly ended: Ended}> {
  let outcome: Outcome | undefined
  const run = await conductRun({workspace, trial: kind.describe(plan)}, ports, signal, async (trial, runSignal) => {
    outcome = await kind.measure(plan, trial, ports, runSignal)
    return outcome
  })
  const ended = {runId: run.runId, runPath: run.path}
  return {result: kind.resultOf(plan, run, outcome), report: run.outcome.report, ended}
}

/** From what a caller asks for to a closed run. `format`: how the caller's profile wants it told. Throws for the caller's mistakes, before a run exists. */
export async function runMeasurement<Request extends SharedRequest, Plan, Outcome extends RunOutcome, Result>(
  kind: MeasuringKind<Request, Plan, Outcome, Result>,
  order: Order<Request>,
  ports: MeasurementPorts,
  signal: AbortSignal,
): Promise<Told<Result> & {readonly format: FormatName | undefined}> {
  const planned = await kind.plan(order, ports, signal)
  const {result, report, ended} = await conductMeasurement(kind, planned, ports, signal)
  const place = {cwd: order.workingDirectory, workspace: planned.workspace}
  const run = {label: 'Run', value: shownPath(ended.runPath, place)}
  return {
    result,
    report: {...report, facts: [run, ...report.facts], ending: runEnding(ended, report, place)},
    format: outputFormatOf(planned.configProfile),
  }
}
