import type {ContractField, RuleOutcome} from '#contract/generated/types'
import {cutText} from '#error/cut-text'
import {brokenText} from './contract-field.ts'

/** What is known of a baseline when the verdict is made. */
export interface BaselineFacts {
  readonly isFound: boolean
  /** Files that are not what its manifest says. */
  readonly damaged: readonly string[]
  /** What both runs must share. */
  readonly contract: readonly ContractField[]
}

/**
 * The rule that `--baseline` brings: it is there, unchanged, and measured the same. A missing one is inconclusive, a changed one fails, another
 * measurement is incomparable.
 */
export function baselineRule({isFound, damaged, contract}: BaselineFacts): RuleOutcome {
  const frame = {
    id: 'baseline',
    severity: 'gate',
    metric: 'shared_fields',
    select: '*',
    versus: 'baseline',
    estimate: contract.filter(({ok}) => ok).length,
    n: contract.length,
  } as const
  const because = (reason: string) => cutText(reason, 500)
  if (!isFound) return {...frame, state: 'inconclusive', estimate: null, reason: 'there is no such baseline run'}
  if (damaged.length > 0) {
    return {...frame, state: 'fail', reason: because(`files are not what its manifest says: ${damaged.join(', ')}`)}
  }
  const broken = brokenText(contract)
  if (broken !== undefined) return {...frame, state: 'incomparable', reason: because(`it measured ${broken}`)}
  return {...frame, state: 'pass'}
}
