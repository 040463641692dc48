import type {RuleOutcome} from '#contract/generated/types'
import {cellText, shortNumber} from '#report/cell-text'
import type {Case} from '#report/report'

const MOST_DIGITS = 6
/** What rules call the number they look at, as people would. */
const SIDES = [
  [/^ci_low /, 'lower bound '],
  [/^ci_high /, 'upper bound '],
  [/^estimate /, ''],
] as const

/** Value, limit and n of a rule in one line, such as `spl 0.41 (0.3 to 0.52), limit: lower bound >= 0.5, n 20`. */
export function ruleAtAGlance({metric, estimate, ci, threshold, n}: RuleOutcome): string {
  const limit = threshold === undefined ? '' : `, limit: ${plainLimit(threshold)}`
  if (estimate === undefined || estimate === null) return `${metric} was not measured${limit}, n ${n}`
  const shown = (value: number) => unlikeLimit(value, threshold)
  const [low, high] = [ci?.low ?? null, ci?.high ?? null]
  const interval = low === null || high === null ? '' : ` (${shown(low)} to ${shown(high)})`
  return `${metric} ${shown(estimate)}${interval}${limit}, n ${n}`
}

function plainLimit(threshold: string): string {
  for (const [side, words] of SIDES) if (side.test(threshold)) return threshold.replace(side, words)
  return threshold
}

/** With three digits, or as many as it takes that it does not look like the limit it is not. */
function unlikeLimit(value: number, threshold: string | undefined): string {
  const limit = Number(/-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/.exec(threshold ?? '')?.[0] ?? Number.NaN)
  let digits = 3
  while (digits < MOST_DIGITS && value !== limit && Number(shortNumber(value, digits)) === limit) digits += 1
  return shortNumber(value, digits)
}

/** A rule as a test case: what does not decide is never red. */
export function ruleCase(rule: RuleOutcome, suite: string): Case {
  const {id, metric, state, reason, threshold, estimate, n, waiver} = rule
  const about = `${metric} ${cellText(estimate ?? 'not measured')}${threshold ? `, needs ${threshold}` : ''} (n ${n})`
  const exception = waiver && `waived until ${waiver.until}: ${waiver.reason} (${waiver.owner})`
  const message = [reason, about, exception].filter((part) => part !== undefined).join('; ')
  const frame = {
    suite,
    name: id,
    message,
    short: [...(reason === undefined ? [] : [reason]), ruleAtAGlance(rule)].join('; '),
  }
  if (state === 'pass') return {...frame, status: 'passed'}
  if (state === 'waived' || rule.severity === 'advisory') return {...frame, status: 'skipped'}
  return {...frame, status: state === 'fail' ? 'failed' : 'error', type: state}
}
