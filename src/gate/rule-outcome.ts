import type {RuleOutcome} from '#contract/generated/types'
import {holm} from '#stats/p-adjust'
import {neededTrials} from '#stats/sample-size'
import {matchesGlob} from './gate-scope.ts'
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
}

/**
 * One outcome a rule, in rule order; of several rows the worst speaks. *pass*: every row lies entirely inside and has enough
 * trials. *fail*: some row lies entirely outside, and still does when all rows are corrected together. *incomparable*: a row and
 * what it is compared with measured different things. Everything else, a missing row and a missing value included, is *inconclusive*.
 */
export function judgeRules(
  rules: readonly Rule[],
  rows: readonly Measurement[],
  {policy = USUAL_POLICY, versus}: JudgeOptions = {},
): RuleOutcome[] {
  const standings = rules.flatMap((rule) =>
    rows.filter((row) => selects(rule, row)).map((row) => ruleStanding(rule, row, versus)),
  )
  const deciding = standings.filter(({rule}) => rule.severity === 'gate')
  const pValues = deciding.map(({p}) => p)
  const adjusted = new Map(zip(deciding, policy.correction === 'holm' ? holm(pValues) : pValues))
  return rules.map((rule) => {
    const own = standings.filter((standing) => standing.rule === rule)
    const outcomes = own.map((standing) => outcomeOf(standing, adjusted.get(standing) ?? standing.p, policy))
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

function outcomeOf(standing: Standing, adjusted: number, policy: GatePolicy): RuleOutcome {
  const {rule, row, at, n, estimate, ci, reason} = standing
  const isSampled = rule.require?.stat !== 'estimate'
  const neededN = Math.max(rule.minN, row.neededN ?? 0)
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
    needed_n: neededOf(standing, neededN),
  }
  if (at === 'outside' && adjusted <= policy.alpha) return {...shown, state: 'fail'}
  if (at === 'incomparable') return {...shown, state: 'incomparable', ...(reason !== undefined && {reason})}
  const isFew = n > 0 && n < rule.minN
  if (at === 'inside' && !isFew) return {...shown, state: 'pass'}
  const few = `${n} trials of the ${rule.minN} needed`
  const why = at === 'outside' ? 'outside, but not when all rows are taken together' : (reason ?? 'undecided')
  return {...shown, ...undecided(isFew ? few : why, policy)}
}

/** What is inside its limit has as many as it needs, though more would tell it more closely. */
function neededOf(standing: Standing, neededN: number): number {
  if (standing.at === 'undecided') return Math.max(neededN, trialsToDecide(standing))
  return standing.at === 'inside' && neededN > standing.n ? standing.rule.minN : neededN
}

function undecided(reason: string, {onInconclusive}: GatePolicy): Pick<RuleOutcome, 'state' | 'reason'> {
  if (onInconclusive === 'report') return {state: 'inconclusive', reason}
  return {state: 'fail', reason: `undecided, which this gate fails: ${reason}`}
}

/** Trials after which the interval would let go of the limit, were the estimate to stay; 0 where that cannot be said. */
function trialsToDecide({estimate, ci, limit, n, neededN}: Standing): number {
  if (neededN !== undefined) return neededN ?? 0
  if (estimate === null || limit === undefined || ci === undefined || ci.low === null || ci.high === null) return 0
  return neededTrials({estimate, low: ci.low, high: ci.high, method: ci.method, n}, limit) ?? 0
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
