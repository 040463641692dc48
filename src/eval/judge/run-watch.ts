import {brokenText} from '#gate/contract-field'
import {USUAL_POLICY} from '#gate/rule-outcome'
import {ruleStanding, type Standing} from '#gate/standing'
import type {Cell, CellResult} from '../model/cell.ts'
import type {EvalPlan} from '../model/eval-plan.ts'
import {plannedTrials} from '../model/suite.ts'
import {CellWatch} from './cell-watch.ts'
import {baseTrials, sharedEvalFields} from './compare-rows.ts'
import {
  cellSequence,
  familySize,
  isVersusProvider,
  type RuleQuestion,
  ruleLimits,
  ruleQuestions,
} from './deciding-rules.ts'
import {estimateRow, gateMeasurements} from './rows.ts'
import {evaluatedSide, evalVersus} from './versus.ts'

/** How many rules stand how, as far as the places that are done say. */
export interface RuleStates {
  readonly passed: number
  readonly failed: number
  readonly open: number
}

/**
 * Follows the rules of a run while it goes on: which are decided, and whether one has failed for good. *For good* is against the chance of
 * a false alarm over every row that the run may come to have (Bonferroni), so no later row can take it back.
 */
export class RunWatch {
  readonly #plan: EvalPlan
  readonly #family: number
  readonly #alpha: number
  readonly #errors = new Map<string, number>()
  readonly #side: ReturnType<typeof evaluatedSide>
  #states: RuleStates = {passed: 0, failed: 0, open: 0}
  #failed: string | undefined

  constructor(plan: EvalPlan) {
    this.#plan = plan
    this.#family = familySize(plan)
    this.#alpha = (plan.gate?.policy ?? USUAL_POLICY).alpha
    this.#side = evaluatedSide(plan.settings, {cells: [], notRun: [], unreachable: []}, [])
  }

  get states(): RuleStates {
    return this.#states
  }

  /** The rule that ended the run, where the first failure is to end it. */
  get failed(): string | undefined {
    return this.#failed
  }

  /** `canExtend`: whether the cell knows further trials than it has planned. */
  watch(cell: Cell, canExtend: boolean): CellWatch {
    const questions = ruleQuestions(this.#plan, cell)
    const sequence = this.#plan.settings.only ? undefined : cellSequence(this.#plan, cell, canExtend)
    return new CellWatch(cell, {questions, sequence, run: this})
  }

  /** Trials of a cell are done, or no more begin; `cells` are those done before. */
  end(result: CellResult, cells: readonly CellResult[]): void {
    const questions = ruleQuestions(this.#plan, result.facts)
    const {passed, failed, open} = this.#states
    const standings = this.standings(questions, result, cells)
    const good = standings.filter(isPassed).length
    const bad = standings.filter((standing) => this.isFailed(standing))
    this.#states = {
      passed: passed + good,
      failed: failed + bad.length,
      open: open + questions.length - good - bad.length,
    }
    const [first] = bad.length > 0 ? bad : standings.filter((standing) => this.#isRefused(standing))
    if (first) this.fail(first.rule.id)
  }

  /** How these questions stand over the trials of a cell; those without a row are left out. */
  standings(questions: readonly RuleQuestion[], cell: CellResult, cells: readonly CellResult[] = []): Standing[] {
    const limits = ruleLimits(this.#plan)
    const metrics = [...new Set(questions.map(({metric}) => metric))]
    const rows = metrics.flatMap((metric) => estimateRow(metric, {...cell, baselines: undefined}, limits) ?? [])
    const measured = gateMeasurements(rows, [cell])
    const side = {...this.#side, rows, episodes: cell.episodes}
    const versus = evalVersus(this.#plan, {cells: [cell, ...cells], notRun: [], unreachable: []}, side)
    return questions.flatMap(({rule, metric}) =>
      measured.filter((row) => row.metric === metric.name).map((row) => ruleStanding(rule, row, versus)),
    )
  }

  isSettled(standing: Standing, trials: number): boolean {
    return isPassed(standing) || this.isFailed(standing) || this.#isExhausted(standing, trials)
  }

  isFailed({at, p}: Standing): boolean {
    return at === 'outside' && p * this.#family <= this.#alpha
  }

  /** Whether so many errors are allowed. */
  mayErr(errors: number, trials: number): boolean {
    return errors <= this.#plan.settings.maxErrorShare * trials
  }

  /** Notes a failed trial. Errors that no further trial can make few enough again have failed for good. */
  addError({suite, provider}: Cell): void {
    const {settings} = this.#plan
    const share = `${suite.name}/${provider}`
    const errors = (this.#errors.get(share) ?? 0) + 1
    this.#errors.set(share, errors)
    const most = Math.max(settings.trialsOf(suite), settings.untilDecided?.maxN ?? 0)
    if (errors / plannedTrials(suite, most, settings.environments) > settings.maxErrorShare) this.fail('execution')
  }

  fail(rule: string): void {
    if (this.#plan.settings.failFast) this.#failed ??= rule
  }

  /** A gate may fail what stays undecided; another provider may still run. */
  #isRefused(standing: Standing): boolean {
    const isFinal = !isVersusProvider(standing.rule)
    return this.#plan.gate?.policy.onInconclusive === 'fail' && isFinal && !isPassed(standing)
  }

  /** The baseline has no further trials to be paired with. */
  #isExhausted({rule, row}: Standing, trials: number): boolean {
    if (rule.versus !== 'baseline') return false
    const {baseline} = this.#plan
    if (baseline?.kind !== 'found' || baseline.damaged.length > 0) return true
    if (brokenText(sharedEvalFields(baseline.side, this.#side)) !== undefined) return true
    const {suite = '', env = '', stratum = '', provider = ''} = row.facts
    return baseTrials({suite, env, stratum, provider, metric: row.metric}, baseline.side, this.#side) <= trials
  }
}

function isPassed({at, n, rule}: Standing): boolean {
  return at === 'inside' && n >= rule.minN
}
