import {mannWhitney} from '#stats/mann-whitney'
import {summarise} from '#stats/summary'
import {type CallFacts, responseNs} from '../model/call.ts'

/** Significance level: at or above this p-value the response times of both halves count as equal. */
const ALPHA = 0.001
/** Least number of calls in each half for an overload to be detectable. */
const LEAST = 10
/** Calls due over calls answered, above which a queue grows: some calls are in progress at any moment. */
const MORE = 1.1

/**
 * Whether the queue of an open loop grew all the time: in the later half of its schedule more calls were due than were answered, and
 * answers took longer than in the earlier half. One of these alone may be a provider that is slow but keeps up.
 */
export function fallsBehind(calls: readonly CallFacts[]): boolean {
  const due = calls.toSorted((a, b) => a.intendedNs - b.intendedNs)
  const half = Math.floor(due.length / 2)
  const [earlier, later] = [due.slice(0, half), due.slice(due.length - half)]
  const [first, last] = [later[0]?.intendedNs, later.at(-1)?.intendedNs]
  if (half < LEAST || first === undefined || last === undefined) return false
  const answered = due.filter(({endNs}) => endNs > first && endNs <= last).length
  return later.length > MORE * answered && isLonger(earlier.map(responseNs), later.map(responseNs))
}

function isLonger(earlier: readonly number[], later: readonly number[]): boolean {
  const median = (values: readonly number[]) => summarise(values)?.median ?? 0
  return median(later) > median(earlier) && (mannWhitney(earlier, later) ?? 1) < ALPHA
}
