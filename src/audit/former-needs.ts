import type {Verdict} from '#contract/generated/types'
import type {RunOutcome} from '#run/run-recorder'
import {firstDifference} from './same-document.ts'

/**
 * What a run must say, drawn as this version does or, where `told` is of one of those, as versions did whose needed trials left out that a failure
 * must hold over all rows. They decide nothing, but reports tell what they add up to.
 */
export function withToldNeeds<Outcome extends Pick<RunOutcome, 'verdict'>>(
  told: Verdict | undefined,
  draw: (isNeedUncorrected: boolean) => Outcome,
): Outcome {
  const outcome = draw(false)
  if (told === undefined || isSameNeed(told, outcome.verdict)) return outcome
  const former = draw(true)
  return isSameNeed(told, former.verdict) ? former : outcome
}

/**
 * An evaluation drawn as this version does or, where `told` is of one of those, as versions did that held errors against planned trials and did not say that
 * the time limit had ended the run. Never where the two judge otherwise: a share of trials that never ran bears nothing out.
 */
export function withToldShare<Outcome extends Pick<RunOutcome, 'verdict'>>(
  told: Verdict | undefined,
  draw: (areErrorsOfPlanned: boolean) => Outcome,
): Outcome {
  const outcome = draw(false)
  if (told === undefined || isSameShare(told, outcome.verdict)) return outcome
  const former = draw(true)
  return isSameShare(told, former.verdict) && former.verdict.state === outcome.verdict.state ? former : outcome
}

function isSameShare(told: Verdict, made: Verdict): boolean {
  return firstDifference(sharesOf(told), sharesOf(made)) === undefined
}

const sharesOf = ({rules, caveats}: Verdict) => ({
  counted: rules.filter(({id}) => id === 'execution').map(({n}) => n),
  caveats: caveats.length,
})

function isSameNeed(told: Verdict, made: Verdict): boolean {
  return firstDifference(needsOf(told), needsOf(made)) === undefined
}

const needsOf = ({rules}: Verdict) => rules.map(({needed_n: needed}) => needed ?? null)
