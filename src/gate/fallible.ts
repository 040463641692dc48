import type {Demand, MetricRange, Requirement} from './rule.ts'

/**
 * Why a requirement on this metric is no rule, or `undefined` when it is one. A rule that no reachable value can fail, or
 * none can keep, is refused, and so is one that reads the favourable limit of an interval or the estimate of a sampled metric.
 */
export function ruleFault(require: Requirement, metric: MetricRange): string | undefined {
  if (!Number.isFinite(require.value)) return 'needs a finite threshold'
  if (metric.exact && require.stat !== 'estimate') return `is counted exactly, so its rule reads the estimate`
  if (!metric.exact && require.stat === 'estimate') return `is sampled, so its rule reads a limit of the interval`
  if (require.stat !== 'estimate' && !isConservative(require)) return `needs >= on ci_low or <= on ci_high`
  if (!canFail(require, metric)) return 'can never fail: every possible value satisfies it'
  return canPass(require, metric) ? undefined : 'can never pass: no possible value satisfies it'
}

function canPass({op, value}: Requirement, {min, max}: MetricRange): boolean {
  switch (op) {
    case 'gte':
      return value <= max
    case 'gt':
      return value < max
    case 'lte':
      return value >= min
    case 'lt':
      return value > min
    case 'eq':
      return value >= min && value <= max
  }
}

/** Why a demand on an effect decides nothing on this metric; undefined when it can fail. */
export function demandFault(demand: Demand, metric: MetricRange): string | undefined {
  const range = metric.max - metric.min
  switch (demand.kind) {
    case 'ratio':
      if (!metric.hasRatio) return 'has no ratio that means something; ask for a margin'
      return Number.isFinite(demand.max) && demand.max > 0 ? undefined : 'needs a ratio above 0'
    case 'non_inferior':
      if (!metric.exact && demand.margin <= 0) return 'is sampled, so not being worse needs a margin above 0'
      return demand.margin < range ? undefined : 'can never fail: no loss is larger than the margin'
    case 'superior':
      return demand.margin < range ? undefined : 'can never pass: no gain is larger than the margin'
  }
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
