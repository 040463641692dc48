import type {EventHandler} from '#event/event-handler'
import type {MeasurementPorts} from '#measurement/ports'
import type {Threads} from '#process/threads'
import type {RunRecorder} from '#run/run-recorder'
import {type EvalPlan, trialsOfOneProvider} from '../model/eval-plan.ts'
import type {EvalLibrary} from '../model/subject.ts'
import {type EvalOutcome, evalOutcome} from '../report/eval-outcome.ts'
import {collectFailures} from '../report/failures.ts'
import {haveFigures} from '../report/suite-figures.ts'
import {evaluatePlan} from './evaluate-plan.ts'
import type {TrialPool} from './open-trial-pool.ts'
import {writeCells, writeFailures} from './write-trials.ts'

interface EvaluationContext extends Pick<MeasurementPorts, 'clock' | 'progress'> {
  /** A library whose events all go to `handler`. */
  readonly openLibrary: (handler: EventHandler) => EvalLibrary
  /** Absent where everything is to run in this thread. */
  readonly threads?: Threads | undefined
}

/** The work of an evaluation inside an open run, its own or a job's: every provider of the plan, then rows, failures and verdict. */
export async function measureEvaluation(
  plan: EvalPlan,
  trial: RunRecorder,
  ports: EvaluationContext,
  signal: AbortSignal,
): Promise<EvalOutcome> {
  const {clock, progress} = ports
  const library = ports.openLibrary(trial.eventHandler)
  const pool = await openPool(plan, ports.threads)
  try {
    const work = await evaluatePlan(plan, trial, {clock, progress, library, pool}, signal)
    const episodes = work.cells.flatMap((cell) => cell.episodes)
    await writeCells(trial, work.cells)
    const {failures} = collectFailures(episodes, plan.settings)
    await writeFailures(trial, failures)
    const figures = haveFigures(work.cells, failures)
      ? (await import('../report/figures-by-suite.ts')).figuresBySuite(work.cells, failures)
      : []
    return evalOutcome(plan, work, figures, signal)
  } finally {
    await pool?.close()
    await library.close()
  }
}

/** Fewer trials than this are done before threads have started. */
const WORTH_THREADS = 16
const MOST_THREADS = 8

async function openPool({settings, providers}: EvalPlan, threads: Threads | undefined): Promise<TrialPool | undefined> {
  const wanted = settings.workers ?? Math.min(threads?.cores() ?? 1, MOST_THREADS)
  const trials = providers.length * trialsOfOneProvider(settings)
  if (threads === undefined || wanted <= 1 || trials < WORTH_THREADS) return undefined
  return (await import('./open-trial-pool.ts')).openTrialPool(threads.start, wanted)
}
