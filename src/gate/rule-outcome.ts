import type {RuleOutcome} from '#contract/generated/types'
import {holm} from '#stats/holm'
import {matchesGlob} from './glob.ts'
import {pValue} from './p-value.ts'
import {compare, type Measurement, type Requirement, type Rule, requirementText} from './rule.ts'

/** A failing rule must hold against this chance of a false alarm over all rows of the gate together. */
const ALPHA = 0.05

/** How one row stands to one rule, before all rows are corrected together. */
interface Standing {
  readonly rule: Rule
  readonly row: Measurement
  readonly at: 'inside' | 'outside' | 'undecided'
  readonly p: number
  readonly reason?: string
}

/**
 * One outcome a rule, in rule order; of several rows the worst speaks. *pass*: every row lies entirely inside and has enough
 * trials. *fail*: some row lies entirely outside, and still does when all rows are corrected together (Holm). Everything else,
 * a missing row and a missing value included, is *inconclusive*.
 */
export function judgeRules(rules: readonly Rule[], rows: readonly Measurement[]): RuleOutcome[] {
  const standings = rules.flatMap((rule) =>
    rows.filter((row) => selects(rule, row)).map((row): Standing => ({rule, row, ...stand(rule.require, row)})),
  )
  const deciding = standings.filter(({rule}) => rule.severity === 'gate')
  const adjusted = new Map(zip(deciding, holm(deciding.map(({p}) => p))))
  return rules.map((rule) => {
    const own = standings.filter((standing) => standing.rule === rule)
    const outcomes = own.map((standing) => outcomeOf(standing, adjusted.get(standing) ?? standing.p))
    return worst(outcomes) ?? nothingSelected(rule)
  })
}

function selects({metric, select}: Rule, row: Measurement): boolean {
  if (row.metric !== metric) return false
  return Object.entries(select).every(([fact, glob]) => {
    const text = row.facts[fact]
    return text !== undefined && matchesGlob(glob, text)
  })
}

function stand(require: Requirement, row: Measurement): Pick<Standing, 'at' | 'p' | 'reason'> {
  if (row.estimate === null || !Number.isFinite(row.estimate) || row.n === 0) {
    return {at: 'undecided', p: 1, reason: row.reason ?? 'no value was measured'}
  }
  if (require.stat === 'estimate') {
    const holds = compare(require.op, row.estimate, require.value)
    return {at: holds ? 'inside' : 'outside', p: holds ? 1 : 0}
  }
  const {low, high} = row.ci ?? {low: null, high: null}
  if (low === null || high === null || Number.isNaN(low + high)) {
    return {at: 'undecided', p: 1, reason: 'insufficient_samples'}
  }
  const [near, far] = require.stat === 'ci_low' ? [low, high] : [high, low]
  const p = pValue(row, require.value)
  if (compare(require.op, near, require.value)) return {at: 'inside', p}
  if (compare(require.op, far, require.value)) return {at: 'undecided', p, reason: 'the interval straddles the limit'}
  return {at: 'outside', p}
}

function outcomeOf({rule, row, at, reason}: Standing, adjusted: number): RuleOutcome {
  const shown = {
    id: rule.id,
    severity: rule.severity,
    metric: rule.metric,
    select: row.rowId,
    estimate: row.estimate,
    ...(row.ci && {ci: row.ci}),
    threshold: requirementText(rule.require),
    ...(rule.require.stat !== 'estimate' && at !== 'inside' && {p_adjusted: adjusted}),
    n: row.n,
    needed_n: rule.minN,
  }
  if (at === 'outside' && adjusted <= ALPHA) return {...shown, state: 'fail'}
  const isFew = row.n > 0 && row.n < rule.minN
  if (at === 'inside' && !isFew) return {...shown, state: 'pass'}
  const few = `${row.n} trials of the ${rule.minN} needed`
  const why = at === 'outside' ? 'outside, but not when all rows are taken together' : (reason ?? 'undecided')
  return {...shown, state: 'inconclusive', reason: isFew ? few : why}
}

function nothingSelected(rule: Rule): RuleOutcome {
  return {
    id: rule.id,
    severity: rule.severity,
    state: 'inconclusive',
    metric: rule.metric,
    select: Object.entries(rule.select)
      .map(([fact, glob]) => `${fact}=${glob}`)
      .join(' '),
    estimate: null,
    threshold: requirementText(rule.require),
    n: 0,
    needed_n: rule.minN,
    reason: 'no row matches',
  }
}

const ORDER: readonly RuleOutcome['state'][] = ['fail', 'inconclusive', 'pass']

function worst(outcomes: readonly RuleOutcome[]): RuleOutcome | undefined {
  return outcomes.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))[0]
}

function zip<Left, Right>(left: readonly Left[], right: readonly Right[]): [Left, Right][] {
  return left.flatMap((item, index) => {
    const other = right[index]
    return other === undefined ? [] : [[item, other]]
  })
}
