import type {DrillReason, DrillVerdict} from '#contract/generated/types'

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

/** Whether a sham ended as it must: every signal stayed false, and nothing else went wrong. */
export function isHonestSham({verdict, reasons}: {verdict: DrillVerdict; reasons: readonly DrillReason[]}): boolean {
  return verdict === 'fail' && reasons.length === 1 && reasons[0] === 'not_detected'
}
