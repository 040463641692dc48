import {digestOf} from '#digest/canonical-json'
import {openAssay} from '#measurement/open-assay'
import type {Planned} from '#measurement/order'
import type {MeasurementPorts} from '#measurement/ports'
import {recordedArgv} from '#run/shown-argv'
import type {EvalPlan} from '../model/eval-plan.ts'
import {type EvalOrder, planEval} from './plan-eval.ts'
import type {RecomputePlan} from './plan-recompute.ts'

/** What an evaluation does: takes providers through suites, or computes a recorded run again. */
export interface EvalWork {
  readonly plan: EvalPlan
  readonly recompute?: RecomputePlan
}

/** Plans what an order asks for: trials, or a recorded run. Throws for the caller's mistakes, before a run exists. */
export async function planEvalWork(
  given: EvalOrder,
  ports: MeasurementPorts,
  signal: AbortSignal,
): Promise<Planned<EvalWork>> {
  const {files, redactor, clock, host, extras} = ports
  // Commands that a run suggests name what its own line named, and whoever verifies the run has that line from the manifest.
  const order = {...given, commandArgv: recordedArgv(given.commandArgv, redactor)}
  const reading = {reader: files.reader, redactor, clock}
  if (order.request.recompute !== undefined) {
    const {planRecompute} = await import('./plan-recompute.ts')
    const recompute = await planRecompute(order, reading)
    return {plan: {plan: recompute.plan, recompute}, workspace: recompute.workspace}
  }
  const library = (limits: EvalPlan['settings']['policy']) => openAssay(ports, {limits})
  const machine = digestOf(host().measuredOn)
  const {plan, ...place} = await planEval(order, {...reading, library, extras, machine, signal})
  return {plan: {plan}, ...place}
}
