import type {EvalResult} from '#contract/generated/types'
import type {Report} from '#report/report'
import type {RulePorts} from './plan/load-rules.ts'
import type {EvalOrder} from './plan/plan-eval.ts'
import {planRecompute, type RecomputeOrder} from './plan/plan-recompute.ts'
import {selftestEval} from './selftest.ts'

/** Tries whether the gate of an order can fail, on a recorded evaluation: the named one, else the newest. Measures nothing, leaves no run. */
export async function runSelftest(order: EvalOrder, ports: RulePorts): Promise<{result: EvalResult; report: Report}> {
  const recompute: RecomputeOrder['recompute'] = order.recompute ?? {newest: true}
  return selftestEval(await planRecompute({...order, recompute}, ports))
}
