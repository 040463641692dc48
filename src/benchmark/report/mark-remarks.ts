import type {BenchmarkRow} from '#contract/generated/types'

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
    ...remark(
      'client_limited',
      'The processor of this machine was so busy sending and reading that times and rates are not those of the provider, and no budget of them is decided: ask with fewer callers, or at a lower rate',
    ),
    ...remark('not_settled', 'The warm-up ended before five block medians agreed within 5 %'),
    ...remark(
      'drifting',
      'The later half of the calls took another time than the earlier half: one number does not stand for',
    ),
    ...remark('rate_not_met', 'Calls began later and later: the rate asked for was more than there was room for in'),
    ...remark('sampled', 'Quantiles come from a seeded sample of the calls of'),
    ...remark('cut_short', 'Calls under way at the interruption are not counted'),
  ]
}
