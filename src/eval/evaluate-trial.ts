import type {EventHandler} from '#event/event-handler'
import type {Clock} from '#random/clock'
import type {Progress} from '#report/progress'
import type {Trial} from '#run/trial'
import {FAILURES} from './eval-files.ts'
import {type EvalOutcome, outcomeOf} from './eval-outcome.ts'
import type {EvalPlan} from './eval-plan.ts'
import {evaluatePlan} from './evaluate-plan.ts'
import {failuresOf} from './failures.ts'
import type {EvalLibrary} from './subject.ts'

export interface EvaluateTrialPorts {
  readonly clock: Clock
  readonly progress: Progress
  /** A library whose events all go to `handler`. */
  readonly openLibrary: (handler: EventHandler) => EvalLibrary
}

/** The work of an evaluation inside an open run, its own or a job's: every provider of the plan, then rows, failures and verdict. */
export async function evaluateTrial(
  plan: EvalPlan,
  trial: Trial,
  ports: EvaluateTrialPorts,
  signal: AbortSignal,
): Promise<EvalOutcome> {
  const {clock, progress} = ports
  const library = ports.openLibrary(trial.eventHandler)
  try {
    const work = await evaluatePlan(plan, trial, {clock, progress, library}, signal)
    const episodes = work.cells.flatMap((cell) => cell.episodes)
    await trial.write({
      path: FAILURES,
      label: 'failures',
      kind: 'result',
      content: {json: failuresOf(episodes, plan.settings)},
    })
    return outcomeOf(plan, work, signal)
  } finally {
    await library.close()
  }
}
