import type {BenchmarkCalibration, BenchmarkRow, BenchmarkTiming, RuleOutcome} from '#contract/generated/types'
import {digestOf} from '#digest/canonical-json'
import {baselineRule} from '#gate/baseline-rule'
import type {Effect, NoEffect} from '#gate/effect'
import type {Measurement, Rule, VersusRule} from '#gate/rule'
import type {Baseline} from '#run/baseline'
import {type BenchmarkSide, recordedLoad} from './benchmark-side.ts'
import {rowEffect, sharedBenchmarkFields} from './compare-rows.ts'
import {rowIdOf} from './gate-rows.ts'

export type BenchmarkBaseline = Baseline<BenchmarkSide>

/** Highest ratio of times that does not count as a slowdown. */
const RATIO = 1.05
const MIN_N = 20

/** What a comparison with the baseline needs: both sides, and how they may differ. */
export interface Held {
  readonly baseline: BenchmarkBaseline | undefined
  readonly candidate: BenchmarkSide
  readonly isAnyMachine: boolean
  /** A calibration of this machine, if there is one. */
  readonly noise?: BenchmarkCalibration | undefined
}

/** This benchmark as a side of a comparison. */
export function benchmarkedSide(
  plan: {readonly requests: unknown; readonly shown: Readonly<Record<string, unknown>>},
  timing: BenchmarkTiming,
): BenchmarkSide {
  const {requests, shown} = plan
  return {inputDigest: digestOf(requests), gateDigest: null, assayVersion: '', load: recordedLoad(shown), timing}
}

/** The effect between a row and that of the baseline. */
export function benchmarkBaselineEffect(rule: VersusRule, row: Measurement, held: Held): Effect | NoEffect {
  const {baseline, candidate, isAnyMachine} = held
  if (baseline?.kind !== 'found') return {why: 'missing', reason: 'there is no baseline'}
  if (baseline.damaged.length > 0) return {why: 'incomparable', reason: 'the baseline was changed after it was sealed'}
  const contract = sharedBenchmarkFields(baseline.side, candidate, isAnyMachine)
  return rowEffect(rule, row, {base: baseline.side, candidate, contract})
}

/** The rule that `--baseline` itself implies: the baseline exists, is unchanged, and was measured under the same conditions. */
export function benchmarkBaselineOutcome({baseline, candidate, isAnyMachine}: Held): RuleOutcome[] {
  if (!baseline) return []
  if (baseline.kind === 'missing') return [baselineRule({isFound: false, damaged: [], contract: []})]
  const {damaged} = baseline
  if (baseline.kind === 'damaged') return [baselineRule({isFound: true, damaged, contract: []})]
  const {side} = baseline
  return [baselineRule({isFound: true, damaged, contract: sharedBenchmarkFields(side, candidate, isAnyMachine)})]
}

/** The rules that apply if the caller gave none: no operation's median got slower than the ratio. */
export function benchmarkBaselineRules(rows: readonly BenchmarkRow[]): Rule[] {
  return rows.map((row) => ({
    id: `${rowIdOf(row)}/baseline`,
    severity: 'gate',
    metric: 'response_ms.p50',
    select: {provider: row.provider, operation: row.operation},
    versus: 'baseline',
    demand: {kind: 'ratio', max: RATIO, noiseFloor: 'none'},
    minN: MIN_N,
  }))
}

/** A caveat if the two sides were measured on different machines, where the caller allowed that. */
export function machineCaveats({baseline, candidate, isAnyMachine}: Held): string[] {
  if (!isAnyMachine || baseline?.kind !== 'found') return []
  const isSame = baseline.side.timing.machine.fingerprint === candidate.timing.machine.fingerprint
  return isSame ? [] : ['the baseline was measured on another machine']
}
