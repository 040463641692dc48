import type {DrillReason, DrillRecord, DrillVerdict} from '#contract/generated/types'

/** Everything that the verdict of a drill rests on. */
export interface DrillFacts {
  /** Nobody could prepare what it works on. */
  readonly isUnprepared: boolean
  readonly isInterrupted: boolean
  /** It had to end early, for no reason that is a failure of its own. */
  readonly isAborted: boolean
  readonly isUndone: boolean
  readonly reasons: readonly DrillReason[]
  readonly doubts: readonly string[]
}

/**
 * The verdict of a drill: never the failure that it simulates. What could not be put back is worse than all else; a failure is one though
 * something else was not known.
 */
export function drillVerdict(facts: DrillFacts): DrillVerdict {
  if (!facts.isUndone) return 'unsafe-state'
  if (facts.isInterrupted) return 'interrupted'
  if (facts.reasons.length > 0) return 'fail'
  if (facts.isAborted) return 'restored'
  if (facts.isUnprepared) return 'unavailable'
  return facts.doubts.length > 0 ? 'inconclusive' : 'pass'
}

/** What is looked at to say what a drill came to. */
export type EndedDrill = Pick<DrillRecord, 'sham' | 'verdict' | 'reasons' | 'detail' | 'timeline'>

/**
 * What a drill came to. A sham is good where no signal was ever seen, in no round, and nothing else went wrong; one in which all were seen would
 * pass in earnest, and is a failure: it notices faults that are not there. Where a signal gave no answer nobody knows what it would have said.
 */
export function drillEnd(drill: EndedDrill): DrillVerdict {
  const {sham, verdict, reasons, detail} = drill
  if (!sham) return verdict
  if (seenSignals(drill).length > 0) return verdict === 'pass' ? 'fail' : verdict
  if (verdict !== 'fail' || reasons.join() !== 'not_detected') return verdict
  return detail === null ? 'pass' : 'inconclusive'
}

/** Signals that were seen to be there, each once. */
export function seenSignals({timeline}: Pick<DrillRecord, 'timeline'>): readonly string[] {
  return [...new Set(timeline.flatMap(({phase, what, ok}) => (phase === 'detect' && ok === true ? [what] : [])))]
}
