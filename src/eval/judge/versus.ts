import type {EvalBaselines} from '#contract/generated/types'
import type {Effect, NoEffect} from '#gate/effect'
import {intervalLimits, type Measurement, type VersusRule} from '#gate/rule'
import type {Versus} from '#gate/standing'
import {effectUntilDecided} from '../metric/anytime-effect.ts'
import {pairedEffect} from '../metric/paired-effect.ts'
import {type CellResult, cellName} from '../model/cell.ts'
import type {EvalPlan} from '../model/eval-plan.ts'
import type {EvalSide} from '../model/eval-side.ts'
import {jointSequence} from '../model/sequence.ts'
import {evalBaselineEffect} from './baseline.ts'
import type {EvalFindings} from './work.ts'

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
