import type {JobItem, Verdict} from '#contract/generated/types'
import {RESULT, TIMING} from '#run/layout'
import type {RecordedRun} from '#run/read-recorded'
import type {AuditSubject} from './audit.ts'
import type {StepsOfRun} from './check-steps.ts'
import {stepIdOf} from './expect-job.ts'
import {readJson} from './recorded-facts.ts'

/** Checks the steps of drills and of checks of nodes: each has a step, which ended as its record did. */
export async function checkWorks(
  run: RecordedRun,
  {steps, parent}: {readonly steps: StepsOfRun; readonly parent?: string},
): Promise<void> {
  const {worksIn} = await import('./check-records.ts')
  for (const {id, isGood} of worksIn(run)) steps.checkWork(id, isGood, parent)
}

/** The contradiction of a verdict without rules; undefined if files of the run are missing, so that it cannot be judged. */
export async function bareFault(
  subject: AuditSubject,
  {text}: RecordedRun,
  {verdict, item}: {readonly verdict: Verdict; readonly item: JobItem},
): Promise<string | undefined> {
  const [{stepFault}, {lateFault}] = await Promise.all([import('./check-step.ts'), import('./check-late.ts')])
  const notLate = lateFault(subject, item, verdict)
  const kept = {verdict, result: readJson(text(RESULT)), timing: readJson(text(TIMING)), notLate}
  const isShort = subject.cannot !== undefined && (kept.result === undefined || kept.timing === undefined)
  return isShort && item.unit.use !== 'exec' ? undefined : stepFault(item.unit, kept)
}

/** Checks that the steps below that of an item ended as its verdict and its records say. */
export async function checkItemSteps(
  own: RecordedRun,
  verdict: Verdict,
  {steps, item}: {readonly steps: StepsOfRun; readonly item: JobItem},
): Promise<void> {
  const parent = stepIdOf(item)
  steps.checkVerdict(verdict, parent)
  const {use} = item.unit
  if (use === 'exec' && verdict.state !== 'interrupted') {
    const {isBrokenOff} = await import('./check-step.ts')
    if (isBrokenOff({verdict, result: readJson(own.text(RESULT))})) steps.checkBrokenOff('exec', parent)
    else steps.checkWork('exec', verdict.state === 'pass', parent)
  }
  if (use === 'drill' || use === 'node.check') await checkWorks(own, {steps, parent})
}
