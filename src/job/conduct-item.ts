import {AssayError} from '#error/assay-error'
import type {Progress} from '#report/progress'
import {bareVerdict, endOfThrown} from '#run/end-run'
import type {RunOutcome, RunRecorder} from '#run/run-recorder'
import type {PlannedJobItem} from './plan-job.ts'
import type {PreparedStep, StepFrame} from './step-runner.ts'
import {lateReason} from './step-states.ts'

/** Where an item runs. `limit`: ends it alone; `signal`: ends the job. */
interface Within {
  readonly step: PreparedStep | undefined
  readonly inner: RunRecorder
  readonly limit: AbortSignal | undefined
  readonly signal: AbortSignal
  readonly progress: Progress
  readonly frame: StepFrame
}

/** What a step throws is its own end: the job goes on with the steps that do not need it. */
export async function conductItem(
  item: PlannedJobItem,
  {step, inner, limit, signal, progress, frame}: Within,
): Promise<RunOutcome> {
  if (!step) throw new AssayError('bug', `the item ${item.traceId} was never prepared`)
  const isLate = () => limit?.aborted && !signal.aborted
  try {
    const outcome = await step.run(inner, limit ? AbortSignal.any([signal, limit]) : signal, progress, frame)
    return isLate() && outcome.verdict.state === 'interrupted' ? late(item, outcome) : outcome
  } catch (error) {
    if (isOfTheMachine(error)) throw error
    const ended = endOfThrown(error, signal, item.traceId)
    if (!isLate()) return ended
    // That it took too long is why it ended; what else went wrong meanwhile is still told.
    return late(item, error === limit?.reason ? {...ended, findings: [], report: {...ended.report, facts: []}} : ended)
  }
}

/** The run itself cannot go on when its disk cannot. */
function isOfTheMachine(error: unknown): boolean {
  return error instanceof AssayError && error.kind === 'machine'
}

/** The reason that `AbortSignal.timeout` aborts with, which fetch and spawn recognise. */
export function tooLong(): DOMException {
  return new DOMException('the step ran past its timeout', 'TimeoutError')
}

function late(item: PlannedJobItem, outcome: RunOutcome): RunOutcome {
  const verdict = bareVerdict('unavailable', lateReason(item.traceId))
  return {...outcome, verdict, reasonCode: 'step_timeout', report: {...outcome.report, status: verdict.state}}
}
