import type {BenchmarkTiming} from '#contract/generated/types'
import type {Effect, NoEffect} from '#gate/effect'
import type {Measurement, VersusRule} from '#gate/rule'
import type {Versus} from '#gate/standing'
import {benchmarkBaselineEffect, type Held} from './baseline.ts'
import {rowIdOf} from './gate-rows.ts'
import {timingEffect} from './timing-effect.ts'

const PROVIDER = 'provider:'

/** What rows of a benchmark can be compared with: the same operation of another provider of the run, or the baseline. */
export function benchmarkVersus(timing: BenchmarkTiming, held: Held): Versus {
  return {
    effect: (rule, row) =>
      rule.versus === 'baseline' ? benchmarkBaselineEffect(rule, row, held) : effectOf(rule, row, timing),
    aa: (row) => held.noise?.noise_floors.find((floor) => rowIdOf(floor) === rowIdOf(placeOf(row)))?.aa,
  }
}

function placeOf({facts}: Measurement) {
  return {provider: facts['provider'] ?? '', operation: facts['operation'] ?? ''}
}

function effectOf(rule: VersusRule, row: Measurement, timing: BenchmarkTiming): Effect | NoEffect {
  const {provider = '', operation = ''} = row.facts
  if (!rule.versus.startsWith(PROVIDER)) return {why: 'missing', reason: `${rule.versus} was not given`}
  const sides = {
    base: {timing, place: rowIdOf({provider: rule.versus.slice(PROVIDER.length), operation})},
    candidate: {timing, place: rowIdOf({provider, operation})},
  }
  return timingEffect(row.metric, rule.demand.kind === 'ratio' ? 'log-ratio' : 'difference', sides)
}
