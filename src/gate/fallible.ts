import type {MetricRange, Requirement} from './rule.ts'

/**
 * Why a requirement on this metric is no rule, or `undefined` when it is one. A rule that no reachable value can fail is
 * refused, and so is one that reads the favourable limit of an interval or the estimate of a sampled metric.
 */
export function ruleFault(require: Requirement, metric: MetricRange): string | undefined {
  if (!Number.isFinite(require.value)) return 'needs a finite threshold'
  if (metric.exact && require.stat !== 'estimate') return `is counted exactly, so its rule reads the estimate`
  if (!metric.exact && require.stat === 'estimate') return `is sampled, so its rule reads a limit of the interval`
  if (require.stat !== 'estimate' && !isConservative(require)) return `needs >= on ci_low or <= on ci_high`
  return canFail(require, metric) ? undefined : 'can never fail: every possible value satisfies it'
}

function isConservative({stat, op}: Requirement): boolean {
  return stat === 'ci_low' ? op === 'gte' || op === 'gt' : op === 'lte' || op === 'lt'
}

function canFail({op, value}: Requirement, {min, max}: MetricRange): boolean {
  switch (op) {
    case 'gte':
      return value > min
    case 'gt':
      return value >= min
    case 'lte':
      return value < max
    case 'lt':
      return value <= max
    case 'eq':
      return min < max || value !== min
  }
}
