import {budgetDocument} from '#contract/generated/budget'
import type {BudgetDocument, BudgetEntry} from '#contract/generated/types'
import {issuesOf} from '#contract/parse'
import type {CallerDocument} from '#document/document'
import {type DraftIssue, placeIssues, schemaIssues} from '#document/document-issues'
import {documentRefusal} from '#document/document-refusal'
import type {AssayError, Issue} from '#error/assay-error'
import {mustBeOneOf, withNearest} from '#error/nearest'

/** The limits of a budget by key, in the order they are judged. */
export const BUDGET_LIMITS = [
  'min_success_rate',
  'max_error_count',
  'max_retry_count',
  'max_average_latency_ms',
  'max_p95_latency_ms',
  'min_throughput_per_second',
] as const satisfies readonly (keyof BudgetEntry)[]

/** What the budgets are held against at load: names that exist, and the calls a row will have where that is known. */
export interface BudgetScope {
  readonly providers: readonly string[]
  readonly operations: readonly string[]
  readonly iterations?: number
}

/**
 * The budgets of a file: a list, or an object with `budgets` and `metadata`. Throws `budget_invalid` with every issue by pointer,
 * line and column: unknown key, no threshold, two budgets for the same results, a name nothing has, a limit nothing can exceed.
 * A key that `isClean` refuses is named by its position only.
 */
export function readBudgets(
  document: CallerDocument,
  scope: BudgetScope,
  isClean: (key: string) => boolean,
): readonly BudgetEntry[] {
  const {value} = document
  if (!isBudgetDocument(value)) throw invalid(document, placeIssues(shapeIssues(value), document, isClean))
  const [list, at] = Array.isArray(value) ? [value, ''] : [value.budgets, '/budgets']
  const issues = list.flatMap((budget, index) =>
    ruleIssues(budget, list.slice(0, index), scope).map((issue) => ({
      ...issue,
      pointer: `${at}/${index}${issue.pointer}`,
    })),
  )
  if (issues.length > 0) throw invalid(document, placeIssues(issues, document, isClean))
  return list
}

/** Whether a budget speaks of these results. */
export function concerns(budget: BudgetEntry, row: {readonly provider: string; readonly operation: string}): boolean {
  return (budget.provider ?? row.provider) === row.provider && (budget.operation ?? row.operation) === row.operation
}

function isBudgetDocument(value: unknown): value is BudgetDocument {
  return issuesOf(budgetDocument, value) === undefined
}

/** Both forms are one union, so a fault is reported against both; only the form at hand is of interest. */
function shapeIssues(value: unknown): readonly DraftIssue[] {
  const issues = schemaIssues(budgetDocument, Array.isArray(value) ? {budgets: value} : value)
  const inside = issues.filter((issue) => !(issue.pointer === '' && issue.rule === 'type'))
  if (inside.length === 0)
    return [{pointer: '', rule: 'type', message: 'must be a list of budgets or an object with budgets'}]
  return Array.isArray(value)
    ? inside.map((issue) => ({...issue, pointer: issue.pointer.replace('/budgets', '')}))
    : inside
}

/** Says how the command learns of a provider that the caller defines. */
const UNKNOWN = 'names no known provider (one of your own is known with --providers or --provider-module)'

function ruleIssues(budget: BudgetEntry, earlier: readonly BudgetEntry[], scope: BudgetScope): DraftIssue[] {
  const issues: DraftIssue[] = []
  const add = (pointer: string, rule: string, message: string) => issues.push({pointer, rule, message})
  if (BUDGET_LIMITS.every((key) => budget[key] === undefined)) add('', 'no_threshold', 'needs at least one threshold')
  if (earlier.some((other) => other.provider === budget.provider && other.operation === budget.operation)) {
    add('', 'duplicate', 'speaks of the same provider and operation as an earlier budget')
  }
  if (budget.provider !== undefined && !scope.providers.includes(budget.provider)) {
    add('/provider', 'unknown_provider', withNearest(UNKNOWN, budget.provider, scope.providers))
  }
  if (budget.operation !== undefined && !scope.operations.includes(budget.operation)) {
    add('/operation', 'unknown_operation', mustBeOneOf(scope.operations, budget.operation))
  }
  if (scope.iterations !== undefined && (budget.max_error_count ?? -1) >= scope.iterations) {
    add('/max_error_count', 'never_fails', `can never fail with ${scope.iterations} iterations`)
  }
  return issues
}

function invalid(document: CallerDocument, issues: readonly Issue[]): AssayError {
  return documentRefusal(document, {code: 'budget_invalid', what: 'breaks the rules of budgets'}, issues)
}
