import type {EvalBaselines, EvalEpisode} from '#contract/generated/types'
import type {Effect, NoEffect} from '#gate/effect'
import type {Measurement, VersusRule} from '#gate/rule'
import type {Versus} from '#gate/standing'
import {baselineEffect} from '../baseline/baseline.ts'
import {type CellResult, cellName} from '../cell/cell.ts'
import type {EvalPlan} from '../plan/eval-plan.ts'
import type {Work} from '../trial/work.ts'
import type {EvalSide} from './eval-side.ts'
import {pairedEffect} from './paired-effect.ts'

const REFERENCES: readonly (keyof EvalBaselines)[] = ['random', 'frozen', 'oracle']
const PROVIDER = 'provider:'

/** What rows of an evaluation can be compared with, trial by trial: floor and ceiling of the same cell, another provider of the run, the baseline. */
export function versusOf({settings, baseline}: EvalPlan, {cells}: Work, candidate: EvalSide): Versus {
  return {
    effect(rule, row) {
      if (rule.versus === 'baseline') return baselineEffect(rule, row, {baseline, candidate, suites: settings.suites})
      const cell = cells.find(({facts}) => row.rowId === `${cellName(facts)}/${row.metric}`)
      const other = cell && othersOf(rule, cell, cells)
      if (!cell || !other) return {why: 'missing', reason: `${rule.versus} was not measured there`}
      return effectOf(row, cell, other)
    },
  }
}

function othersOf({versus}: VersusRule, cell: CellResult, cells: readonly CellResult[]) {
  const reference = REFERENCES.find((name) => name === versus)
  if (reference) return cell.baselines?.[reference]
  const provider = versus.startsWith(PROVIDER) ? versus.slice(PROVIDER.length) : undefined
  return cells.find(({facts}) => facts.provider === provider && isSamePlace(facts, cell.facts))?.episodes
}

function isSamePlace(one: CellResult['facts'], other: CellResult['facts']): boolean {
  return cellName({...one, provider: ''}) === cellName({...other, provider: ''}) && one.planner === other.planner
}

function effectOf(row: Measurement, {facts, episodes}: CellResult, base: readonly EvalEpisode[]): Effect | NoEffect {
  const metric = facts.suite.metrics.find(({name}) => name === row.metric)
  if (!metric) return {why: 'missing', reason: 'the suite has no such metric'}
  return pairedEffect(metric, {base, candidate: episodes}, facts)
}
