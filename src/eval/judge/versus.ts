import type {EvalBaselines, EvalRow, RuleOutcome} from '#contract/generated/types'
import {baselineRule} from '#gate/baseline-rule'
import type {Effect, NoEffect} from '#gate/effect'
import {intervalLimits, type Measurement, type Rule, type VersusRule} from '#gate/rule'
import type {Versus} from '#gate/standing'
import type {Baseline} from '#run/baseline'
import {effectUntilDecided} from '../metric/anytime.ts'
import {pairedEffect} from '../metric/paired-effect.ts'
import {type CellFacts, type CellResult, cellName, jointSequence} from '../model/cell.ts'
import type {EvalPlan} from '../model/eval-plan.ts'
import type {EvalSettings} from '../model/eval-settings.ts'
import type {EvalSide} from '../model/eval-side.ts'
import {metricsFor} from '../model/suite.ts'
import {compareRow, sharedEvalFields} from './compare-rows.ts'
import {MIN_N} from './default-gates.ts'
import {inputDigestOf} from './eval-digest.ts'
import type {EvalFindings} from './work.ts'

export type EvalBaseline = Baseline<EvalSide>

/** A loss below this counts as none. */
const MARGIN = 0.05

/** This evaluation as a side of a comparison. */
export function evaluatedSide(settings: EvalSettings, {cells}: EvalFindings, rows: readonly EvalRow[]): EvalSide {
  return {
    inputDigest: inputDigestOf(settings),
    gateDigest: null,
    assayVersion: '',
    seed: settings.seed,
    fingerprint: settings.machine,
    providers: settings.providers,
    rows,
    episodes: cells.flatMap(({episodes}) => episodes),
  }
}

/** How a row stands to the baseline's. */
export function evalBaselineEffect(
  rule: VersusRule,
  {rowId}: Measurement,
  {
    baseline,
    candidate,
    suites,
  }: {baseline: EvalBaseline | undefined; candidate: EvalSide; suites: EvalSettings['suites']},
): Effect | NoEffect {
  const row = candidate.rows.find(({row_id}) => row_id === rowId)
  if (baseline?.kind !== 'found' || !row) return {why: 'missing', reason: 'there is no baseline'}
  if (baseline.damaged.length > 0) return {why: 'incomparable', reason: 'the baseline was changed after it was sealed'}
  return compareRow(baseline.side, candidate, row, {minN: rule.minN, suites, limits: intervalLimits(rule)}).effect
}

/** What `--baseline` itself asks for: that it is there, unchanged and measured the same. */
export function evalBaselineOutcome(baseline: EvalBaseline | undefined, candidate: EvalSide): RuleOutcome[] {
  if (!baseline) return []
  if (baseline.kind === 'missing') return [baselineRule({isFound: false, damaged: [], contract: []})]
  const {damaged} = baseline
  if (baseline.kind === 'damaged') return [baselineRule({isFound: true, damaged, contract: []})]
  const {side} = baseline
  return [baselineRule({isFound: true, damaged, contract: sharedEvalFields(side, candidate)})]
}

/** The default gates against a baseline: no sampled metric that has a gate is worse by more than the margin. */
export function evalBaselineRules(cells: readonly CellFacts[]): Rule[] {
  return cells.flatMap((facts) =>
    metricsFor(facts)
      .filter(({gates, exact, max}) => gates.length > 0 && !exact && max === 1)
      .map((metric): Rule => {
        const select = {suite: facts.suite.name, env: facts.env, stratum: facts.stratum, provider: facts.provider}
        const id = `${cellName(facts)}/${metric.name}/baseline`
        const demand = {kind: 'non_inferior', margin: MARGIN} as const
        return {id, severity: 'gate', metric: metric.name, select, versus: 'baseline', demand, minN: MIN_N}
      }),
  )
}

/** Floor and ceiling by name. */
export const REFERENCE_NAMES: readonly (keyof EvalBaselines)[] = ['random', 'frozen', 'oracle']
const PROVIDER = 'provider:'

/** What rows of an evaluation can be compared with, trial by trial: floor and ceiling of the same cell, another provider of the run, the baseline. */
export function evalVersus({settings, baseline}: EvalPlan, {cells}: EvalFindings, candidate: EvalSide): Versus {
  return {
    effect(rule, row) {
      if (rule.versus === 'baseline')
        return evalBaselineEffect(rule, row, {baseline, candidate, suites: settings.suites})
      const cell = cells.find(({facts}) => row.rowId === `${cellName(facts)}/${row.metric}`)
      const other = cell && othersOf(rule, cell, cells)
      if (!cell || !other) return {why: 'missing', reason: `${rule.versus} was not measured there`}
      return effectBetween(row, {...cell, facts: {...cell.facts, limits: intervalLimits(rule)}}, other)
    },
  }
}

/** The trials on the other side, and how their number came about. */
type Other = Pick<CellResult, 'episodes' | 'sequence'>

function othersOf({versus}: VersusRule, cell: CellResult, cells: readonly CellResult[]): Other | undefined {
  const reference = REFERENCE_NAMES.find((name) => name === versus)
  if (reference) return cell.baselines && {episodes: cell.baselines[reference]}
  const provider = versus.startsWith(PROVIDER) ? versus.slice(PROVIDER.length) : undefined
  return cells.find(({facts}) => facts.provider === provider && isSamePlace(facts, cell.facts))
}

function isSamePlace(one: CellResult['facts'], other: CellResult['facts']): boolean {
  return cellName({...one, provider: ''}) === cellName({...other, provider: ''}) && one.planner === other.planner
}

function effectBetween(row: Measurement, {facts, episodes, ...own}: CellResult, other: Other): Effect | NoEffect {
  const metric = facts.suite.metrics.find(({name}) => name === row.metric)
  if (!metric) return {why: 'missing', reason: 'the suite has no such metric'}
  const sides = {base: other.episodes, candidate: episodes}
  const sequence = jointSequence(own.sequence, other.sequence)
  return sequence ? effectUntilDecided(metric, sides, {sequence, place: facts}) : pairedEffect(metric, sides, facts)
}
