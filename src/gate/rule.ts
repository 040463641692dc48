import type {Interval, RuleOutcome} from '#contract/generated/types'

/** What a row is about: suite, env, stratum, provider, planner, operation. Names to plain text. */
export type RowFacts = Readonly<Record<string, string>>

/** One measured number as a rule sees it. `estimate` is null where nothing could be measured; `reason` then says why. */
export interface Measurement {
  readonly rowId: string
  readonly facts: RowFacts
  readonly metric: string
  readonly estimate: number | null
  readonly ci?: Interval
  readonly n: number
  readonly reason?: string
}

export type Comparison = 'gte' | 'gt' | 'lte' | 'lt' | 'eq'
export type Stat = 'estimate' | 'ci_low' | 'ci_high'

/** `ci_low` at least, `ci_high` at most, or an exact `estimate`: the conservative side decides. */
export interface Requirement {
  readonly stat: Stat
  readonly op: Comparison
  readonly value: number
}

/** A requirement on every row that `select` (fact name to glob) and `metric` match. */
export interface Rule {
  readonly id: string
  readonly severity: RuleOutcome['severity']
  readonly metric: string
  readonly select: RowFacts
  readonly require: Requirement
  /** Fewer trials than this never pass. */
  readonly minN: number
}

/** What a suite says about a metric: the values it can take, and whether it is counted exactly or sampled. */
export interface MetricRange {
  readonly name: string
  readonly min: number
  readonly max: number
  readonly exact: boolean
}

const OPERATORS: Readonly<Record<Comparison, string>> = {gte: '>=', gt: '>', lte: '<=', lt: '<', eq: '=='}

/** The requirement in words, such as `ci_low >= 0.8`. */
export function requirementText({stat, op, value}: Requirement): string {
  return `${stat} ${OPERATORS[op]} ${value}`
}

export function compare(op: Comparison, left: number, right: number): boolean {
  switch (op) {
    case 'gte':
      return left >= right
    case 'gt':
      return left > right
    case 'lte':
      return left <= right
    case 'lt':
      return left < right
    case 'eq':
      return left === right
  }
}
