import type {NodeUpgradeStep} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {cutText} from '#error/cut-text'
import {isStorageFault} from '#path/errno'
import {AskedChecks} from '../model/asked-checks.ts'
import {standingStill} from '../model/standing-still.ts'
import {stepTime} from '../model/step-files.ts'
import {hasChanged, isStepDone} from '../model/upgrade-progress.ts'
import {pause} from './apply-pause.ts'
import {applyStep, isLooking} from './apply-step.ts'
import {keepChecks} from './keep-checks.ts'
import {revertUpgrade} from './revert-upgrade.ts'
import {type ActEnd, bad, type UpgradeWork} from './upgrade-work.ts'

const LONGEST = 500
/** Nothing interrupts a step that changes something: an interrupt is heard after it. */
const unheard = new AbortController().signal

/** One after the other, those that were done already left out. Whether all are done now: else the upgrade is paused, stopped or put back. */
export async function runSteps(
  work: UpgradeWork,
  steps: readonly NodeUpgradeStep[],
  signal: AbortSignal,
): Promise<boolean> {
  for (const step of steps) if (!(await runTogether(work, [step], signal))) return false
  return true
}

/** All at once, as far as they were not done already; what is worst of their ends decides. */
export async function runTogether(
  work: UpgradeWork,
  steps: readonly NodeUpgradeStep[],
  signal: AbortSignal,
): Promise<boolean> {
  const {plan, ledger} = work
  const left = steps.filter((step) => !isStepDone(step, ledger.progress()))
  if (left.length === 0) return true
  // A node that is down is brought up before anything else, whoever wants to stop.
  const heard = standingStill(plan, ledger.progress()).length > 0 ? unheard : signal
  if (heard.aborted) return await pause(work, INTERRUPTED)
  const ends = await Promise.all(left.map(async (step) => ({step, end: await runStep(work, step, heard)})))
  const worst = ends.toSorted((a, b) => RANKS[b.end.state] - RANKS[a.end.state])[0]
  if (worst === undefined || worst.end.state === 'good') return true
  const reason = `${worst.step.id}: ${worst.end.detail}`
  if (worst.end.state === 'interrupted') return await pause(work, INTERRUPTED)
  if (worst.end.state === 'open') return await pause(work, reason)
  if (hasChanged(plan, ledger.progress())) await revertUpgrade(work, reason, unheard)
  else await ledger.append({kind: 'state', state: 'stopped', reason: cutText(reason, LONGEST)})
  return false
}

const INTERRUPTED = 'it was interrupted'

type StepEnd = ActEnd | {readonly state: 'interrupted'; readonly detail: ''}
const RANKS = {good: 0, open: 1, interrupted: 2, bad: 3} as const

/** One step, written down before and after. An end that is not good is the caller's to act on. */
export async function runStep(work: UpgradeWork, step: NodeUpgradeStep, signal: AbortSignal): Promise<StepEnd> {
  const {ledger, trial, ports, plan} = work
  const {id: stepId, act} = step
  const isAgain = ledger.progress().begun.forth.has(stepId)
  await ledger.append({kind: 'intent', step: stepId, way: 'forth'})
  ports.progress.update(plan.steps.indexOf(step), plan.steps.length, stepId)
  await trial.steps.start({stepId, operation: `upgrade.${act}`})
  const asked = new AskedChecks()
  const end = await attempt({...work, asked, isAgain}, step, isLooking(act) ? signal : unheard)
  const detail = cutText(end.detail, LONGEST)
  const ended = {step: stepId, when: stepTime(step), node: step.node, state: end.state, detail}
  // Before the ledger says that the step ended: no step counts as done whose checks are not kept.
  const outputs = await keepChecks(work, asked, ended)
  if (end.state === 'interrupted') {
    await trial.steps.finish(stepId, {status: 'cancelled', outputs})
    return end
  }
  const isGood = end.state === 'good'
  await ledger.append({kind: 'end', step: stepId, way: 'forth', isGood, detail})
  await trial.steps.finish(stepId, {
    ...(isGood ? {status: 'success'} : {status: 'failed', errorSummary: detail}),
    outputs,
  })
  return end
}

/** What a step throws is its end: the way back must not be lost with it. Where it only looks, a disk that is full is that of the driver, and says nothing of the release. */
async function attempt(work: UpgradeWork, step: NodeUpgradeStep, signal: AbortSignal): Promise<StepEnd> {
  try {
    return await applyStep(work, step, signal)
  } catch (error) {
    if (signal.aborted) return {state: 'interrupted', detail: ''}
    if (!(error instanceof AssayError) || error.code === 'bug') throw error
    if (isLooking(step.act) && isStorageFault(error)) throw error
    return bad(error.message)
  }
}
