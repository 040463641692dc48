import type {BenchmarkCalibration, RuleOutcome} from '#contract/generated/types'
import type {Table, TableCell} from '#report/report'
import {tableUnlessEmpty} from './table.ts'

const MOST_FALSE_ALARMS = 'estimate <= 0.05'

/** One rule for each limit: a limit that identical code fails too often is none, and leaves the verdict open. */
export function calibrationRules({refused, limits}: BenchmarkCalibration): RuleOutcome[] {
  const frame = {severity: 'gate', metric: 'false_alarm_rate', threshold: MOST_FALSE_ALARMS} as const
  if (refused !== null) {
    return [{...frame, id: 'calibration', select: '*', state: 'inconclusive', estimate: null, n: 0, reason: refused}]
  }
  return limits.map(({provider, operation, limit, back_test: test, observed, noisy}) => ({
    ...frame,
    id: `calibration:${provider}/${operation}:${limit}`,
    select: `${provider}/${operation}`,
    state: noisy ? 'inconclusive' : 'pass',
    estimate: test.false_alarm_rate,
    ci: test.ci,
    n: observed.length,
    reason: noisy
      ? 'noisy: identical code fails this limit too often'
      : `trips in 80 % of processes at ${test.detectable_slowdown.toFixed(2)} times the time`,
  }))
}

export function calibrationTables({limits, noise_floors}: BenchmarkCalibration): Table[] {
  const columns = [
    'provider',
    'operation',
    'limit',
    'old',
    'candidate',
    'false alarms',
    'low',
    'high',
    'detects',
    'note',
  ]
  const rows = limits.map(({provider, operation, limit, old, candidate, back_test: test, noisy}): TableCell[] => [
    provider,
    operation,
    limit,
    old,
    candidate,
    test.false_alarm_rate,
    test.ci.low,
    test.ci.high,
    test.detectable_slowdown,
    noisy ? 'noisy' : '',
  ])
  const floors = noise_floors.map(({provider, operation, aa, ratio}): TableCell[] => [provider, operation, aa, ratio])
  return [
    ...tableUnlessEmpty('calibration', columns, rows),
    ...tableUnlessEmpty('noise floor', ['provider', 'operation', 'aa', 'least ratio'], floors),
  ]
}

export function calibrationRemarks({refused, processes}: BenchmarkCalibration): string[] {
  if (refused !== null) return [`No candidate budget: ${refused}.`]
  return [
    `The candidate budget comes from ${processes} processes on this machine and needs review; no budget was changed.`,
    'False alarms: the share of held-out processes of identical code that fail a limit made from the other half. Detects: the slowdown that trips it in 80 % of them.',
  ]
}
