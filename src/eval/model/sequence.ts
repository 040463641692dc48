import type {EvalSequence} from '#contract/generated/types'
import type {Sequence} from './cell.ts'

/** A sequence as documents hold it. */
export function sequenceDocument({maxN, fixedN}: Sequence): EvalSequence {
  return {max_n: maxN, fixed_n: fixedN}
}

/** A sequence as it was recorded. */
export function recordedSequence(document: EvalSequence | undefined): Sequence | undefined {
  return document && {maxN: document.max_n, fixedN: document.fixed_n}
}

/** What two sides have in common: a number of trials is fixed where it was on both. */
export function jointSequence(one: Sequence | undefined, other: Sequence | undefined): Sequence | undefined {
  if (!one || !other) return one ?? other
  const fixedN = one.fixedN === null || other.fixedN === null ? null : Math.min(one.fixedN, other.fixedN)
  return {maxN: Math.min(one.maxN, other.maxN), fixedN}
}
