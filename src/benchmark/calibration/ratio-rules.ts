import type {BenchmarkEstimate, BenchmarkMaxRatio, BenchmarkRow, RuleOutcome} from '#contract/generated/types'
import {BARE, RECORDED} from '../model/recordings.ts'

export const PARSER_RATIO = 'p50_ratio'

/** Level of the interval of a ratio: each median lies within its limits in 95 % of cases, so both do at once in 90 %. */
const LEVEL = 0.9

/**
 * Compares the median time of parsing and validation with that of bare `JSON.parse` on the same bytes in the same process. The interval is
 * made of the separate intervals of both medians, so it is a little wide.
 */
export function ratioRules(limits: readonly BenchmarkMaxRatio[], rows: readonly BenchmarkRow[]): RuleOutcome[] {
  return limits.map(({operation, max}) => {
    const of = (provider: string) => rows.find((row) => row.provider === provider && row.operation === operation)
    const frame = {
      id: `parser-overhead:${operation}`,
      severity: 'gate',
      metric: PARSER_RATIO,
      select: `${RECORDED}/${operation}`,
      threshold: `<= ${max}`,
    } as const
    const [parsed, bare] = [of(RECORDED), of(BARE)]
    const n = Math.min(parsed?.success_count ?? 0, bare?.success_count ?? 0)
    const ratio = parsed && bare && ratioOf(parsed.service.p50, bare.service.p50)
    if (!ratio) return {...frame, state: 'inconclusive', estimate: null, n, reason: 'one of the two was not measured'}
    const {estimate, low, high} = ratio
    const told = {...frame, estimate, ci: {low, high, level: LEVEL, method: 'medians-apart'}, n}
    if (high <= max) return {...told, state: 'pass', reason: `a ${(max / estimate).toFixed(1)}-fold slowdown trips it`}
    if (low > max) return {...told, state: 'fail'}
    return {...told, state: 'inconclusive', reason: 'the interval straddles the limit'}
  })
}

function ratioOf(one: BenchmarkEstimate, other: BenchmarkEstimate) {
  const [a, b] = [one.ci, other.ci]
  if (one.estimate === null || !other.estimate || !a?.low || !a.high || !b?.low || !b.high) return undefined
  return {estimate: one.estimate / other.estimate, low: a.low / b.high, high: a.high / b.low}
}
