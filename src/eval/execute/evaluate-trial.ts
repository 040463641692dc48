import type {EventHandler} from '#event/event-handler'
import type {Threads} from '#process/threads'
import type {Time} from '#random/timers'
import type {Progress} from '#report/progress'
import type {RunRecorder} from '#run/run-recorder'
import {type EvalPlan, trialsOfOneProvider} from '../model/eval-plan.ts'
import type {EvalLibrary} from '../model/subject.ts'
import {type EvalOutcome, evalOutcome} from '../report/eval-outcome.ts'
import {evaluatePlan} from './evaluate-plan.ts'
import {openTrialPool, type TrialPool} from './open-trial-pool.ts'
import {writeCells, writeFailures} from './write-trials.ts'

export interface EvaluateTrialPorts {
  readonly clock: Time
  readonly progress: Progress
  /** A library whose events all go to `handler`. */
  readonly openLibrary: (handler: EventHandler) => EvalLibrary
  /** Absent where everything is to run in this thread. */
  readonly threads?: Threads | undefined
}

/** The work of an evaluation inside an open run, its own or a job's: every provider of the plan, then rows, failures and verdict. */
export async function evaluateTrial(
  plan: EvalPlan,
  trial: RunRecorder,
  ports: EvaluateTrialPorts,
  signal: AbortSignal,
): Promise<EvalOutcome> {
  const {clock, progress} = ports
  const library = ports.openLibrary(trial.eventHandler)
  const pool = poolFor(plan, ports.threads)
  try {
    const work = await evaluatePlan(plan, trial, {clock, progress, library, pool}, signal)
    const episodes = work.cells.flatMap((cell) => cell.episodes)
    await writeCells(trial, work.cells)
    await writeFailures(trial, episodes, plan.settings)
    return evalOutcome(plan, work, signal)
  } finally {
    await pool?.close()
    await library.close()
  }
}

/** Fewer trials than this are done before threads have started. */
const WORTH_THREADS = 16
const MOST_THREADS = 8

function poolFor({settings, providers}: EvalPlan, threads: Threads | undefined): TrialPool | undefined {
  const wanted = settings.workers ?? Math.min(threads?.cores() ?? 1, MOST_THREADS)
  const trials = providers.length * trialsOfOneProvider(settings)
  return threads && wanted > 1 && trials >= WORTH_THREADS ? openTrialPool(threads.start, wanted) : undefined
}
