import type {EvalResult} from '#contract/generated/types'
import type {Told} from '#measurement/run-kind'
import type {RuleContext} from './plan/load-rules.ts'
import type {EvalOrder} from './plan/plan-eval.ts'
import {planRecompute} from './plan/plan-recompute.ts'
import {selftestEval} from './selftest.ts'

/** Tries whether the gate of an order can fail, on a recorded evaluation: the named one, else the newest. Measures nothing, leaves no run. */
export async function runEvalSelftest(order: EvalOrder, ports: RuleContext): Promise<Told<EvalResult>> {
  return selftestEval(await planRecompute(order, ports))
}
