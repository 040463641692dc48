import type {RuleOutcome} from '#contract/generated/types'
import {holm} from '#stats/p-adjust'
import {matchesGlob} from './gate-scope.ts'
import {fewestTrials, trialsToDecide, uncorrectedNeed} from './needed-trials.ts'
import {type Measurement, type Rule, ruleText} from './rule.ts'
import {ruleStanding, type Standing, type Versus} from './standing.ts'

/** How a gate treats its rules together. */
export interface GatePolicy {
  /** A failing rule must hold against this chance of a false alarm over all rows of the gate together. */
  readonly alpha: number
  readonly correction: 'holm' | 'none'
  readonly onInconclusive: 'report' | 'fail'
  readonly onMissing: 'inconclusive' | 'fail'
}

export const USUAL_POLICY: GatePolicy = {
  alpha: 0.05,
  correction: 'holm',
  onInconclusive: 'report',
  onMissing: 'inconclusive',
}

/** How rows are judged: `policy` usual when absent; without `versus` nothing can be compared. */
export interface JudgeOptions {
  readonly policy?: GatePolicy | undefined
  readonly versus?: Versus | undefined
  /** Needed trials as earlier versions told them, which left out that a failure must hold over all rows. */
  readonly isNeedUncorrected?: boolean | undefined
}

/**
 * One outcome a rule, in rule order; of several rows the worst speaks. *pass*: every row lies entirely inside and has enough
 * trials. *fail*: some row lies entirely outside, and still does when all rows are corrected together. *incomparable*: a row and
 * what it is compared with measured different things. Everything else, a missing row and a missing value included, is *inconclusive*.
 */
export function judgeRules(
  rules: readonly Rule[],
  rows: readonly Measurement[],
  {policy = USUAL_POLICY, versus, isNeedUncorrected = false}: JudgeOptions = {},
): RuleOutcome[] {
  const standings = rules.flatMap((rule) =>
    rows.filter((row) => selects(rule, row)).map((row) => ruleStanding(rule, row, versus)),
  )
  const deciding = standings.filter(({rule}) => rule.severity === 'gate')
  const pValues = deciding.map(({p}) => p)
  const isCorrected = policy.correction === 'holm'
  const adjusted = new Map(zip(deciding, isCorrected ? holm(pValues) : pValues))
  const open = [...adjusted.values()].filter((p) => p > policy.alpha).length
  const failingP = policy.alpha / (isCorrected ? Math.max(1, open) : 1)
  const needOf = isNeedUncorrected
    ? uncorrectedNeed
    : (standing: Standing) => trialsToDecide(standing, adjusted.has(standing) ? failingP : policy.alpha)
  return rules.map((rule) => {
    const own = standings.filter((standing) => standing.rule === rule)
    const outcomes = own.map((standing) =>
      outcomeOf(standing, {adjusted: adjusted.get(standing) ?? standing.p, policy, needOf}),
    )
    return worst(outcomes) ?? nothingSelected(rule, policy)
  })
}

export function selects({metric, select}: Rule, row: Measurement): boolean {
  if (row.metric !== metric) return false
  return Object.entries(select).every(([fact, glob]) => {
    const text = row.facts[fact]
    return text !== undefined && matchesGlob(glob, text)
  })
}

/** What the numbers of a rule are held against beside its own limit. */
interface Judging {
  readonly adjusted: number
  readonly policy: GatePolicy
  needOf(open: Standing): number | undefined
}

function outcomeOf(standing: Standing, {adjusted, policy, needOf}: Judging): RuleOutcome {
  const {rule, row, at, n, estimate, ci, reason} = standing
  const isSampled = rule.require?.stat !== 'estimate'
  const state = decidedState(standing, adjusted, policy)
  const needed = state === undefined ? needOf(standing) : fewestTrials(standing)
  const shown = {
    id: rule.id,
    severity: rule.severity,
    metric: rule.metric,
    select: row.rowId,
    ...(rule.versus !== undefined && {versus: rule.versus}),
    estimate,
    ...(ci && {ci}),
    threshold: ruleText(rule),
    ...(isSampled && at !== 'inside' && at !== 'incomparable' && {p_adjusted: adjusted}),
    n,
    ...(needed !== undefined && {needed_n: needed}),
  }
  if (state !== undefined) return {...shown, state}
  if (at === 'incomparable') return {...shown, state: 'incomparable', ...(reason !== undefined && {reason})}
  const few = `${n} trials of the ${rule.minN} needed`
  const why = at === 'outside' ? 'outside, but not when all rows are taken together' : (reason ?? 'undecided')
  return {...shown, ...undecided(isFew(standing) ? few : why, policy)}
}

function decidedState(standing: Standing, adjusted: number, {alpha}: GatePolicy): 'pass' | 'fail' | undefined {
  if (standing.at === 'outside' && adjusted <= alpha) return 'fail'
  return standing.at === 'inside' && !isFew(standing) ? 'pass' : undefined
}

function isFew({n, rule}: Standing): boolean {
  return n > 0 && n < rule.minN
}

function undecided(reason: string, {onInconclusive}: GatePolicy): Pick<RuleOutcome, 'state' | 'reason'> {
  if (onInconclusive === 'report') return {state: 'inconclusive', reason}
  return {state: 'fail', reason: `undecided, which this gate fails: ${reason}`}
}

function nothingSelected(rule: Rule, policy: GatePolicy): RuleOutcome {
  const reason = 'no row matches'
  const select = Object.entries(rule.select).map(([fact, glob]) => `${fact}=${glob}`)
  return {
    id: rule.id,
    severity: rule.severity,
    metric: rule.metric,
    select: select.join(' '),
    ...(rule.versus !== undefined && {versus: rule.versus}),
    estimate: null,
    threshold: ruleText(rule),
    n: 0,
    needed_n: rule.minN,
    ...(policy.onMissing === 'fail' ? {state: 'fail', reason} : undecided(reason, policy)),
  }
}

const ORDER: readonly RuleOutcome['state'][] = ['fail', 'incomparable', 'inconclusive', 'pass']

function worst(outcomes: readonly RuleOutcome[]): RuleOutcome | undefined {
  return outcomes.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))[0]
}

function zip<Left, Right>(left: readonly Left[], right: readonly Right[]): [Left, Right][] {
  return left.flatMap((item, index) => {
    const other = right[index]
    return other === undefined ? [] : [[item, other]]
  })
}
