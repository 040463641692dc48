import {matchesGlob} from '#gate/gate-scope'
import {intervalLimits, type RowFacts, type Rule} from '#gate/rule'
import {USUAL_POLICY} from '#gate/rule-outcome'
import {isWaived} from '#gate/waiver'
import {isPairable, unitReading} from '../metric/anytime.ts'
import type {Cell, CellFacts, Sequence} from '../model/cell.ts'
import type {EvalPlan} from '../model/eval-plan.ts'
import {environmentsFor, type Metric, metricsFor, type Suite} from '../model/suite.ts'
import {defaultRules} from './default-gates.ts'
import {type LimitsOf, selectableFacts} from './rows.ts'
import {evalBaselineRules, REFERENCE_NAMES} from './versus.ts'

/** The parts of a plan that say what is judged. */
export type JudgingPlan = Pick<EvalPlan, 'settings' | 'gate' | 'baseline'>

/** A rule and the metric it asks about in one cell. */
export interface RuleQuestion {
  readonly rule: Rule
  readonly metric: Metric
}

/** The rules beside those of a gate file: default gates of these cells, and the thresholds of the command line. */
export function furtherRules({settings, baseline}: JudgingPlan, cells: readonly CellFacts[]): Rule[] {
  const usual =
    settings.gate === 'default' ? [...defaultRules(cells), ...(baseline ? evalBaselineRules(cells) : [])] : []
  return [...usual, ...settings.thresholds]
}

/**
 * What the rules of a plan hold intervals against, waived and advisory ones as well: a waiver that ends changes the verdict, not the
 * numbers.
 */
export function ruleLimits(plan: JudgingPlan): LimitsOf {
  return (metric, facts) =>
    [...(plan.gate?.rules ?? []), ...furtherRules(plan, [facts])]
      .filter((rule) => rule.require && selectsCell(rule, metric, selectableFacts(rowFacts(facts))))
      .flatMap(intervalLimits)
}

/** What decides about a cell: no advisory rule, and none that is waived. */
export function ruleQuestions(plan: JudgingPlan, facts: CellFacts): RuleQuestion[] {
  const {gate} = plan
  const isAsked = (rule: Rule) => rule.severity === 'gate' && !(gate && isWaived(rule.id, gate.waivers, gate.today))
  const rules = [...(gate?.rules ?? []), ...furtherRules(plan, [facts])].filter(isAsked)
  return metricsFor(facts).flatMap((metric) =>
    rules.filter((rule) => selectsCell(rule, metric, selectableFacts(rowFacts(facts)))).map((rule) => ({rule, metric})),
  )
}

/** Whether evidence may settle a question after any number of trials: a share or a bounded mean, against a limit or in pairs. */
export function isEarly({rule, metric}: RuleQuestion): boolean {
  if (!unitReading(metric)) return false
  if (rule.require) return rule.require.stat !== 'estimate'
  return rule.demand.kind !== 'ratio' && isPairable(metric) && !isVersusProvider(rule)
}

/** Whether a rule compares with another provider of the run. */
export function isVersusProvider({versus}: Rule): boolean {
  return versus?.startsWith(PROVIDER) === true
}

/** Whether a rule compares with floor or ceiling of the same cell. */
export function isVersusReference({versus}: Rule): boolean {
  return REFERENCE_NAMES.some((name) => name === versus)
}

/** How the trials of a cell go on; undefined where their number is fixed beforehand. Only a cell that has floor and ceiling knows further trials. */
export function cellSequence(plan: JudgingPlan, cell: Cell, canExtend: boolean): Sequence | undefined {
  const {untilDecided} = plan.settings
  if (!untilDecided) return undefined
  const questions = ruleQuestions(plan, cell)
  if (!questions.some(isEarly)) return undefined
  const fixed = cell.trials.length
  const isFixed = questions.some((question) => !isEarly(question)) || isOtherSide(plan, cell)
  const maxN = canExtend ? (untilDecided.maxN ?? fixed) : Math.min(fixed, untilDecided.maxN ?? fixed)
  return isFixed ? {maxN: Math.max(fixed, maxN), fixedN: fixed} : {maxN, fixedN: null}
}

/** How many rows the rules that decide may meet in the whole run, at most: what a failure must hold against. */
export function familySize(plan: JudgingPlan): number {
  const {gate} = plan
  if ((gate?.policy ?? USUAL_POLICY).correction === 'none') return 1
  const rows = placesOf(plan).map((facts) => {
    const rules = [...(gate?.rules ?? []), ...furtherRules(plan, [facts])].filter(({severity}) => severity === 'gate')
    const {stratum: _, ...known} = selectableFacts(rowFacts(facts))
    const place = facts.suite.sets ? {...known, stratum: facts.stratum} : known
    return metricsFor(facts).flatMap((metric) => rules.filter((rule) => selectsCell(rule, metric, place))).length
  })
  return Math.max(
    1,
    rows.reduce((sum, count) => sum + count, 0),
  )
}

/** Every place that may come to be, as facts; which stratum a suite without kinds of trials starts from is not known yet. */
function placesOf({settings}: JudgingPlan): CellFacts[] {
  const {suites, providers, environments, seed, planner} = settings
  const frame = {seed, planner, successMode: null, envStepBudget: null}
  const placesIn = (suite: Suite) =>
    suite.cells === 'provider' ? ['*'] : environmentsFor(suite, environments).map(({id}) => id)
  return suites.flatMap((suite) =>
    placesIn(suite).flatMap((env) =>
      (suite.sets ?? ['*']).flatMap((stratum) =>
        providers.map((provider) => ({...frame, suite, env, stratum, provider})),
      ),
    ),
  )
}

const PROVIDER = 'provider:'

/** Whether rules hold others against this cell: then it needs the trials that were fixed beforehand. */
function isOtherSide({gate, settings}: JudgingPlan, {provider}: CellFacts): boolean {
  return [...(gate?.rules ?? []), ...settings.thresholds].some(({versus}) => versus === `${PROVIDER}${provider}`)
}

function rowFacts({suite, env, stratum, provider, planner}: CellFacts) {
  return {suite: suite.name, env, stratum, provider, planner}
}

/** A fact that is not known yet may be any. */
function selectsCell({metric, select}: Rule, {name}: Metric, facts: RowFacts): boolean {
  const known = (fact: string, glob: string) => {
    const text = facts[fact]
    return text === undefined ? fact === 'stratum' : matchesGlob(glob, text)
  }
  return metric === name && Object.entries(select).every(([fact, glob]) => known(fact, glob))
}
