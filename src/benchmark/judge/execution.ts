import type {BenchmarkRow, BudgetEntry, RuleOutcome} from '#contract/generated/types'
import {concerns} from '#gate/budget'
import {executionRule} from '#gate/execution-rule'
import type {RepeatFacts} from './row-facts.ts'

type Counted = Pick<BenchmarkRow, 'provider' | 'operation' | 'iterations' | 'error_count'>

/** How many calls were made and how many failed; `unreachable` of the errors say nothing about the answers. */
export interface Execution {
  readonly row: Counted
  readonly unreachable: number
  /** Calls that a safety rule of Assay refused. */
  readonly refused?: number
}

/** A row and what it was made from. */
export interface Executed extends Execution {
  readonly row: BenchmarkRow
  readonly repeats: readonly RepeatFacts[]
}

const ORDER: readonly RuleOutcome['state'][] = ['refused', 'unavailable', 'fail', 'inconclusive', 'pass']

/**
 * The rule that every run has: no call may end in an error, except as many as a budget for the row or the gate expressly allows. The worst
 * row decides; without a row the rule is inconclusive.
 */
export function executionOf(
  executed: readonly Execution[],
  budgets: readonly BudgetEntry[],
  maxErrorShare = 0,
): RuleOutcome {
  const outcomes = executed
    .filter(({row}) => row.iterations > 0)
    .map(({row, unreachable, refused = 0}) => {
      const share = {
        select: `${row.provider}/${row.operation}`,
        planned: row.iterations,
        unreachable,
        wrong: row.error_count - unreachable - refused,
        refused,
      }
      return executionRule([share], Math.max(maxErrorShare, allowedErrors(row, budgets) / row.iterations))
    })
  return (
    outcomes.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))[0] ?? executionRule([], maxErrorShare)
  )
}

/** The number of errors allowed by the strictest budget of the row; 0 if no budget limits errors. */
function allowedErrors(row: Counted, budgets: readonly BudgetEntry[]): number {
  const limits = budgets
    .filter((budget) => concerns(budget, row))
    .flatMap(({max_error_count, min_success_rate}) => [
      ...(max_error_count === undefined ? [] : [max_error_count]),
      // A rate such as .9 is no exact binary number: 10 of 100 errors must not fail by the last bit.
      ...(min_success_rate === undefined ? [] : [Math.floor(row.iterations * (1 - min_success_rate) + 1e-9)]),
    ])
  return limits.length === 0 ? 0 : Math.min(...limits)
}
