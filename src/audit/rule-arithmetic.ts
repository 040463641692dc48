import type {RuleOutcome} from '#contract/generated/types'
import {type Comparison, compare} from '#gate/rule'

const SHAPE = /^(?:(estimate|ci_low|ci_high) )?(<=|>=|==|<|>) ([+-]?[0-9.]+(?:e[+-]?[0-9]+)?)$/i
const OPS: Readonly<Record<string, Comparison>> = {'<=': 'lte', '>=': 'gte', '<': 'lt', '>': 'gt', '==': 'eq'}

/** What a rule says of itself that its own numbers do not bear out; undefined where nothing contradicts. */
export function contradictedRule(rule: RuleOutcome): string | undefined {
  const {state, waiver, n, needed_n: needed} = rule
  if ((state === 'waived') !== (waiver !== undefined && !waiver.expired && waiver.state !== 'pass') && !isJobSkip(rule))
    return 'is waived without a waiver, or not waived with one'
  const own = waiver?.state ?? state
  if (own !== 'pass' && own !== 'fail') return undefined
  if (own === 'pass' && needed !== undefined && n < needed) return 'passes with fewer trials than it needs'
  const side = sideOf(rule)
  if (side === undefined || side === (own === 'pass' ? 'inside' : 'outside')) return undefined
  // What a gate fails because it is undecided lies on neither side.
  if (own === 'fail' && side === 'between' && rule.reason !== undefined) return undefined
  return `is told as ${own} and its numbers say otherwise`
}

/** A step whose condition did not come about decides nothing; a job tells it as waived. */
function isJobSkip({state, metric}: RuleOutcome): boolean {
  return state === 'waived' && metric === 'verdict'
}

type Side = 'inside' | 'outside' | 'between'

/** On which side of its limit the numbers of a rule lie; undefined where the limit is not told as a number. */
function sideOf({threshold, estimate, ci, versus}: RuleOutcome): Side | undefined {
  const [, stat, sign = '', number] = SHAPE.exec(threshold ?? '') ?? []
  const op = OPS[sign]
  if (op === undefined || versus !== undefined) return undefined
  const limit = Number(number)
  if (stat === 'estimate' || (stat === undefined && !ci)) return ofEstimate(estimate ?? null, op, limit)
  const isLow = stat === undefined ? op === 'gte' || op === 'gt' : stat === 'ci_low'
  return ofInterval(ci, {op, limit, isLow})
}

function ofEstimate(estimate: number | null, op: Comparison, limit: number): Side {
  if (estimate === null) return 'between'
  return compare(op, estimate, limit) ? 'inside' : 'outside'
}

function ofInterval(
  ci: RuleOutcome['ci'],
  {op, limit, isLow}: {readonly op: Comparison; readonly limit: number; readonly isLow: boolean},
): Side {
  const {low = null, high = null} = ci ?? {}
  if (low === null || high === null) return 'between'
  if (compare(op, isLow ? low : high, limit)) return 'inside'
  return compare(op, isLow ? high : low, limit) ? 'between' : 'outside'
}
