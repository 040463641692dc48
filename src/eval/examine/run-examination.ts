import type {EvalEpisode, EvalRow, RuleOutcome} from '#contract/generated/types'
import {executionRule} from '#gate/execution-rule'
import type {Rule} from '#gate/rule'
import {judgeRules} from '#gate/rule-outcome'
import type {Environment} from '#world/model/environment'
import {defaultRules} from '../judge/default-gates.ts'
import {executionShares} from '../judge/execution-shares.ts'
import {estimateRows, rowMeasurement} from '../judge/rows.ts'
import type {CellSettings, CellsOf, Course} from '../kit/course.ts'
import {makeStatePlans, type StatePlans} from '../kit/make-state-plans.ts'
import {pairedEffect} from '../metric/paired-effect.ts'
import type {CellResult} from '../model/cell.ts'
import type {EvalSettings} from '../model/eval-settings.ts'
import type {EvalLibrary} from '../model/subject.ts'
import {metricsFor} from '../model/suite.ts'
import {askAllClaims} from '../suite/calibration/ask-all-claims.ts'

/** By which suites, and which share of errors is too much. */
export type ExamSettings = CellSettings & Pick<EvalSettings, 'suites' | 'maxErrorShare'>

/** Whom to examine, and how. */
export interface Examinee {
  readonly provider: string
  readonly environment: Environment
  readonly settings: ExamSettings
  readonly library: EvalLibrary
  /** How the cells of a suite are made; handed in, for one of the suites is made of examinations. */
  readonly cellsOf: CellsOf
  /** Shared by all that are examined under one seed. */
  readonly statePlans?: StatePlans
  /** For suites that measure time. */
  readonly clock?: Course['clock'] | undefined
}

/** What the suites made of a provider in one environment: everything that a run would hold, in memory. */
export interface Examination {
  readonly cells: readonly CellResult[]
  readonly rows: readonly EvalRow[]
  /** The default gates and the rule on errors. */
  readonly outcomes: readonly RuleOutcome[]
}

/** Takes a provider through the suites of the settings, without a run of its own. Floors and ceilings decide nothing and are left out. */
export async function runExamination(examinee: Examinee, signal: AbortSignal): Promise<Examination> {
  const {provider, environment, settings, library, cellsOf, clock, statePlans = makeStatePlans(settings)} = examinee
  const subject = await library.subject(provider)
  const cells: CellResult[] = []
  const environments = [environment]
  const {suites, seed} = settings
  const stated = await askAllClaims(subject, {suites, environments, seed}, signal)
  for (const suite of suites) {
    const course = {suite, subject, environments, settings, stated, statePlans, library, clock}
    for (const {cell} of cellsOf(course).ready) {
      const episodes: EvalEpisode[] = []
      for (const trial of cell.trials) episodes.push(await cell.run(trial, signal))
      cells.push({facts: cell, planned: cell.trials.length, episodes, wallMs: 0})
    }
  }
  const rows = cells.flatMap((cell) => estimateRows(cell, ({gates}) => gates.map(({value}) => value)))
  const execution = executionRule(executionShares({cells, unreachable: []}), settings.maxErrorShare)
  const rules = defaultRules(cells.map(({facts}) => facts))
  return {cells, rows, outcomes: [execution, ...judgeRules(rules, rows.map(rowMeasurement))]}
}

/** How far a candidate may lie below its twin. */
const MARGIN = 0.05

/** Holds every gated row of a candidate against its twin's; the outcomes that fail say `regressed`. */
export function compareTwins(base: Examination, candidate: Examination): RuleOutcome[] {
  const gated = candidate.cells.flatMap(({facts}) =>
    metricsFor(facts)
      .filter(({exact, gates}) => !exact && gates.length > 0)
      .map((metric) => ({facts, metric})),
  )
  const rules = gated.map(({facts, metric}, at): Rule => {
    const select = {suite: facts.suite.name, env: facts.env, stratum: facts.stratum, provider: facts.provider}
    const demand = {kind: 'non_inferior', margin: MARGIN} as const
    return {id: `twin-${at}`, severity: 'gate', metric: metric.name, select, versus: 'baseline', demand, minN: 1}
  })
  const effect: NonNullable<Parameters<typeof judgeRules>[2]>['versus'] = {
    effect(rule) {
      const known = gated[rules.findIndex(({id}) => id === rule.id)]
      if (!known) return {why: 'missing', reason: 'no such row'}
      const of = ({cells}: Examination) =>
        cells.find(({facts}) => facts.suite === known.facts.suite && facts.stratum === known.facts.stratum)
      const sides = {base: of(base)?.episodes ?? [], candidate: of(candidate)?.episodes ?? []}
      return pairedEffect(known.metric, sides, {...known.facts, limits: [-MARGIN]})
    },
  }
  return judgeRules(rules, candidate.rows.map(rowMeasurement), {versus: effect})
}
