import type {NodeCheckRecord} from '#contract/generated/types'

/** Checks that passed with a warning, those that should halt a rollout first: no rule tells them. */
export function warnedRecords(records: readonly NodeCheckRecord[]): NodeCheckRecord[] {
  const warned = records.filter(({status}) => status === 'warn')
  const isCritical = ({severity}: NodeCheckRecord) => severity === 'critical'
  return [...warned.filter(isCritical), ...warned.filter((one) => !isCritical(one))]
}
