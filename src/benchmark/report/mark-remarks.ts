import type {BenchmarkRow} from '#contract/generated/types'
import {isClientLimited} from '#gate/client-interval'

type Mark = BenchmarkRow['marks'][number]

/** What the marks of the rows mean, in words. */
export function markRemarks(rows: readonly BenchmarkRow[]): string[] {
  const marked = (mark: Mark) =>
    rows.filter((row) => row.marks.includes(mark)).map((row) => `${row.provider} ${row.operation}`)
  const remark = (mark: Mark, words: string) =>
    marked(mark).length === 0 ? [] : [`${words}: ${marked(mark).join(', ')}.`]
  return [
    ...remark('timer_limited', 'The clock is too coarse for a verdict on'),
    ...remark('harness_limited', 'The measuring itself is a good part of the time of'),
    ...clientRemarks(rows),
    ...remark('not_settled', 'The warm-up ended before five block medians agreed within 5 %'),
    ...remark(
      'drifting',
      'The later half of the calls took another time than the earlier half: one number does not stand for',
    ),
    ...remark('rate_not_met', 'Calls began later and later: the rate asked for was more than there was room for in'),
    ...remark(
      'overloaded',
      'More calls came than were answered, and answers took longer and longer, so that times tell how long this went on, not how long a call takes. Ask at a lower rate, or let a rule on throughput_per_second decide, for',
    ),
    ...remark('sampled', 'Quantiles come from a seeded sample of the calls of'),
    ...remark('cut_short', 'Calls under way at the interruption are not counted'),
  ]
}

/** Remarks on rows that are limited by the client. Rows of earlier versions do not record the share of this machine. */
function clientRemarks(rows: readonly BenchmarkRow[]): string[] {
  const limited = rows.filter(isClientLimited)
  const told = (words: string, own: readonly BenchmarkRow[]) =>
    own.length === 0 ? [] : [`${words}: ${own.map(placeOf).join(', ')}.`]
  return [
    ...told(
      'The processor of this machine was so busy sending and reading that times and rates are not those of the provider, and no budget of them is decided: ask with fewer callers, or at a lower rate',
      limited.filter(({client}) => client === undefined),
    ),
    ...told(
      'A good part of the times is this machine’s. A time passes where it is kept with that, fails where it is broken without it, and is open between; so is a rate that was not reached',
      limited.filter(({client}) => client?.times),
    ),
    ...told(
      'A good part of the times is this machine’s, and several callers or a sample of the calls do not tell how much of which: no limit of times is decided, nor a rate that was not reached. Ask with one caller, or at a rate (--rate)',
      limited.filter(({client}) => client?.times === null),
    ),
  ]
}

function placeOf({provider, operation, client}: BenchmarkRow): string {
  const ms = client?.call_ms
  return `${provider} ${operation}${ms === undefined || ms === null ? '' : ` (${ms.toFixed(2)} ms a call)`}`
}
