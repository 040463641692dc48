import type {RuleOutcome} from '#contract/generated/types'
import {cellText} from '#report/cell-text'
import type {Case} from '#report/report'
import {ruleAtAGlance} from './rule-at-a-glance.ts'

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
