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
  return asTold(told, draw, needsOf)
}

/** A benchmark drawn as this version does or, where `told` is of one of those, as versions did that took the chance of a difference from a normal curve. */
export function withToldTails<Outcome extends Pick<RunOutcome, 'verdict'>>(
  told: Verdict | undefined,
  draw: (areTailsNormal: boolean) => Outcome,
): Outcome {
  return asTold(told, draw, chancesOf)
}

/**
 * An evaluation drawn as this version does or, where `told` is of one of those, as versions did that held errors against planned trials and did not say that
 * the time limit had ended the run. Never where the two judge otherwise: a share of trials that never ran bears nothing out.
 */
export function withToldShare<Outcome extends Pick<RunOutcome, 'verdict'>>(
  told: Verdict | undefined,
  draw: (areErrorsOfPlanned: boolean) => Outcome,
): Outcome {
  return asTold(told, draw, sharesOf, (former, outcome) => former.verdict.state === outcome.verdict.state)
}

/** Draws the outcome as today, or as before if the recorded verdict agrees with that in what `read` returns, and `mayBe` allows it. */
function asTold<Outcome extends Pick<RunOutcome, 'verdict'>>(
  told: Verdict | undefined,
  draw: (isFormer: boolean) => Outcome,
  read: (verdict: Verdict) => unknown,
  mayBe: (former: Outcome, outcome: Outcome) => boolean = () => true,
): Outcome {
  const isTold = ({verdict}: Outcome) => told === undefined || firstDifference(read(told), read(verdict)) === undefined
  const outcome = draw(false)
  if (isTold(outcome)) return outcome
  const former = draw(true)
  return isTold(former) && mayBe(former, outcome) ? former : outcome
}

const sharesOf = ({rules, caveats}: Verdict) => ({
  counted: rules.filter(({id}) => id === 'execution').map(({n}) => n),
  caveats: caveats.length,
})

const chancesOf = ({rules}: Verdict) => rules.map(({p_adjusted: chance}) => chance ?? null)

const needsOf = ({rules}: Verdict) => rules.map(({needed_n: needed}) => needed ?? null)
