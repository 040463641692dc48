import {AssayError} from '#error/assay-error'
import {durationText} from '#measurement/asked'
import type {CheckWishes} from '../check/check.ts'
import type {NodeCheckRequest} from '../model/host-options.ts'

const HOUR_MS = 3_600_000
const LEAST_OLD_MS = 600_000

/** Throws `usage` for a wish that lacks what it goes with, and `out_of_range`. */
export function wishesOf({
  isRolledBack = false,
  isSweeping = false,
  olderThanMs,
  baseline,
  mode,
}: NodeCheckRequest): CheckWishes {
  if (mode === 'observe' && (isRolledBack || isSweeping))
    throw new AssayError('usage', '--mode observe goes with neither --rolled-back nor --sweep', {
      hint: 'Ask for them in a run of their own.',
    })
  if (isRolledBack && baseline === undefined)
    throw new AssayError('usage', '--rolled-back needs the baseline that the nodes were brought back to', {
      hint: 'Add --baseline latest.',
    })
  if (olderThanMs !== undefined && !isSweeping)
    throw new AssayError('usage', '--older-than goes with --sweep', {hint: 'Add --sweep, or leave it out.'})
  if (olderThanMs !== undefined && olderThanMs < LEAST_OLD_MS)
    throw new AssayError('out_of_range', '--older-than must be at least 10m: a run elsewhere may still be at it')
  return {isRolledBack, sweepOlderMs: isSweeping ? (olderThanMs ?? HOUR_MS) : undefined}
}

/** How long and how often mode observe looks. */
export interface ObservedCourse {
  readonly forMs: number
  readonly everyMs: number
}

const USUAL_FOR_MS = 600_000
const USUAL_EVERY_MS = 15_000
const MOST_FOR_MS = 24 * HOUR_MS
/** More lines than that nobody reads. */
const MOST_ROUNDS = 10_000

/** Undefined in every other mode. Throws `usage` and `out_of_range`. */
export function observedCourseOf({mode, forMs, everyMs}: NodeCheckRequest): ObservedCourse | undefined {
  if (mode !== 'observe') {
    if (forMs === undefined && everyMs === undefined) return undefined
    throw new AssayError('usage', '--for and --every go with --mode observe', {hint: 'Add --mode observe.'})
  }
  const course = {forMs: forMs ?? USUAL_FOR_MS, everyMs: everyMs ?? USUAL_EVERY_MS}
  if (course.forMs > MOST_FOR_MS) throw new AssayError('out_of_range', '--for must be at most 24h')
  if (course.everyMs < 100) throw new AssayError('out_of_range', '--every must be at least 100ms')
  if (course.forMs / course.everyMs > MOST_ROUNDS)
    throw new AssayError('out_of_range', `--for and --every make more than ${MOST_ROUNDS} rounds`)
  if (course.everyMs >= course.forMs) throw looksOnce(course, {isUsual: everyMs === undefined})
  return course
}

/** What one look can tell every other mode tells as well. */
function looksOnce({forMs, everyMs}: ObservedCourse, {isUsual}: {readonly isUsual: boolean}): AssayError {
  const every = `--every ${durationText(everyMs)}${isUsual ? ', which is usual,' : ''}`
  return new AssayError('usage', `${every} leaves room for one look within --for ${durationText(forMs)}`, {
    hint: 'Look at least twice: give --every less than --for, or ask once with --mode quick.',
  })
}
