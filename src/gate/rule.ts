import type {Interval, RuleOutcome} from '#contract/generated/types'

/** What a row is about: kind, suite, env, stratum, provider, planner, operation. Names to plain text. */
export type RowFacts = Readonly<Record<string, string>>

/** One measured number as a rule sees it. `estimate` is null where nothing could be measured; `reason` then says why. */
export interface Measurement {
  readonly rowId: string
  readonly facts: RowFacts
  readonly metric: string
  readonly estimate: number | null
  readonly ci?: Interval
  readonly n: number
  readonly neededN?: number
  readonly reason?: string
  /** Why the interval is as wide as it is, where more trials would not make it narrower. */
  readonly openReason?: string
  /** Nothing is known but that the true value is no lower: only a rule that asks for at least so much can be decided, and only kept. */
  readonly isLeast?: boolean
  /** The p-value of "the true value is `threshold`" where trials were looked at as they came: no interval gives it. */
  pAt?(threshold: number): number
}

export type Comparison = 'gte' | 'gt' | 'lte' | 'lt' | 'eq'
export type Stat = 'estimate' | 'ci_low' | 'ci_high'

/** `ci_low` at least, `ci_high` at most, or an exact `estimate`: the conservative side decides. */
export interface Requirement {
  readonly stat: Stat
  readonly op: Comparison
  readonly value: number
}

/**
 * What an effect must show. Margins are in the unit of the metric. A ratio above 1 is worse; with `aa` its limit is at least
 * what identical code shows on the machine.
 */
export type Demand =
  | {readonly kind: 'non_inferior'; readonly margin: number}
  | {readonly kind: 'superior'; readonly margin: number}
  | {readonly kind: 'ratio'; readonly max: number; readonly noiseFloor: 'aa' | 'none'}

interface RuleFrame {
  readonly id: string
  readonly severity: RuleOutcome['severity']
  readonly metric: string
  readonly select: RowFacts
  /** Fewer trials than this never pass. */
  readonly minN: number
}

/** A requirement on every row that `select` (fact name to glob) and `metric` match. */
export interface AbsoluteRule extends RuleFrame {
  readonly require: Requirement
  readonly versus?: undefined
}

/** A demand on how every selected row stands to `versus`: `baseline`, `random`, `frozen`, `oracle` or `provider:<name>`. */
export interface VersusRule extends RuleFrame {
  readonly require?: undefined
  readonly versus: string
  readonly demand: Demand
}

export type Rule = AbsoluteRule | VersusRule

/** Which values are better. `nearer`: too much is as wrong as too little. */
export type Direction = 'higher' | 'lower' | 'nearer'

/** What a suite or an operation says about a metric: the values it can take, and whether it is counted exactly or sampled. */
export interface MetricRange {
  readonly name: string
  readonly min: number
  readonly max: number
  readonly exact: boolean
  readonly direction: Direction
  /** The right value, where `direction` is `nearer`. */
  readonly target?: number
  readonly unit: string
  /** Whether quotients of it mean something: a time, a rate per second. */
  readonly hasRatio?: boolean
}

/** What the rule holds an interval against, on the scale of a row or of a difference that is positive where better; none for exact numbers and ratios. */
export function intervalLimits(rule: Rule): number[] {
  if (rule.require) return rule.require.stat === 'estimate' ? [] : [rule.require.value]
  const {demand} = rule
  if (demand.kind === 'ratio') return []
  return [demand.kind === 'superior' ? demand.margin : -demand.margin]
}

const OPERATORS: Readonly<Record<Comparison, string>> = {gte: '>=', gt: '>', lte: '<=', lt: '<', eq: '=='}

/** The requirement in words, such as `ci_low >= 0.8`. */
export function requirementText({stat, op, value}: Requirement): string {
  return `${stat} ${OPERATORS[op]} ${value}`
}

/** What a rule asks for in words, such as `ci_low >= 0.8` or `not worse than baseline by 0.05`. */
export function ruleText(rule: Rule): string {
  if (rule.require) return requirementText(rule.require)
  const {demand, versus} = rule
  switch (demand.kind) {
    case 'non_inferior':
      return `not worse than ${versus} by ${demand.margin}`
    case 'superior':
      return `better than ${versus} by more than ${demand.margin}`
    case 'ratio':
      return `at most ${demand.max} times ${versus}${demand.noiseFloor === 'aa' ? ', or the noise floor' : ''}`
  }
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
