import type {BenchmarkGate, BenchmarkRow, BudgetEntry, BudgetFinding, RuleOutcome} from '#contract/generated/types'
import {concerns} from './budget.ts'
import {type BudgetCheck, checkBudget, missingResults} from './budget-check.ts'

/** Above this slowdown a timing limit is loose. */
const LOOSE = 3

/** The gate as it stands in every result, the same checks as rules of the verdict, and what to say about loose limits. */
export interface BudgetJudgement {
  readonly gate: BenchmarkGate
  readonly rules: readonly RuleOutcome[]
  readonly caveats: readonly string[]
}

/** Holds every budget against every row it speaks of. No budgets: a gate that passed and checked nothing, and no rules. */
export function judgeBudgets(budgets: readonly BudgetEntry[], rows: readonly BenchmarkRow[]): BudgetJudgement {
  const matched = budgets.map((budget) => rows.filter((row) => concerns(budget, row)))
  const checks = budgets.map((budget, index) => {
    const own = matched[index] ?? []
    return own.length === 0 ? [missingResults(budget)] : own.flatMap((row) => checkBudget(budget, row))
  })
  const all = checks.flat()
  return {
    gate: gateOf(all, budgets.length, new Set(matched.flat()).size),
    rules: checks.flatMap((own, index) => own.map((check) => ruleOf(check, index + 1))),
    caveats: all.filter((check) => (check.tripFactor ?? 0) > LOOSE && check.state === 'pass').map(looseCaveat),
  }
}

function gateOf(checks: readonly BudgetCheck[], budgetCount: number, checkedResultCount: number): BenchmarkGate {
  const violations = checks.filter((check) => check.state === 'fail').map(findingOf)
  const inconclusive = checks.filter((check) => check.state === 'inconclusive').map(findingOf)
  return {
    passed: violations.length === 0 && inconclusive.length === 0,
    budget_count: budgetCount,
    checked_result_count: checkedResultCount,
    violation_count: violations.length,
    violations,
    inconclusive_count: inconclusive.length,
    inconclusive,
    trip_factors: checks.flatMap(({provider, operation, metric, tripFactor}) =>
      provider === null || operation === null || tripFactor === undefined
        ? []
        : [{provider, operation, metric, factor: tripFactor}],
    ),
  }
}

function findingOf(check: BudgetCheck): BudgetFinding {
  const {provider, operation, metric, threshold, observed} = check
  return {provider, operation, metric, threshold, actual: observed, message: messageOf(check)}
}

/** One sentence: which result, what was seen, what was asked, why it is open. */
function messageOf(check: BudgetCheck): string {
  const place = `${check.provider ?? 'any provider'} ${check.operation ?? 'any operation'}`
  const seen = check.observed === null ? 'not measured' : String(check.observed)
  const asked = `${check.direction === 'at_least' ? 'at least' : 'at most'} ${check.threshold}`
  const needed = check.reason === 'insufficient_samples' ? ` (${check.n} of ${check.neededN ?? 0} needed)` : ''
  return `${place}: ${check.metric} is ${seen}, ${asked} is asked${check.reason ? `; ${check.reason}${needed}` : ''}`
}

function ruleOf(check: BudgetCheck, budgetNumber: number): RuleOutcome {
  const place = `${check.provider ?? '*'}/${check.operation ?? '*'}`
  return {
    id: `budget-${budgetNumber}:${place}:${check.metric}`,
    severity: 'gate',
    state: check.state,
    metric: check.metric,
    select: place,
    estimate: check.observed,
    threshold: `${check.direction === 'at_least' ? '>=' : '<='} ${check.threshold}`,
    n: check.n,
    ...(check.ci && {ci: check.ci}),
    ...(check.neededN !== undefined && {needed_n: check.neededN}),
    ...(check.reason !== undefined && {reason: check.reason}),
  }
}

function looseCaveat(check: BudgetCheck): string {
  const factor = (check.tripFactor ?? 0).toFixed(1)
  return `the limit on ${check.metric} of ${check.provider ?? '*'} ${check.operation ?? '*'} is loose: only a ${factor}-fold slowdown trips it`
}
