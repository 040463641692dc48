import type {BenchmarkSide} from '#benchmark/judge/benchmark-side'
import {rowEffect, sharedBenchmarkFields} from '#benchmark/judge/compare-rows'
import {rowMeasurements} from '#benchmark/judge/gate-rows'
import {benchmarkScope} from '#benchmark/model/benchmark-scope'
import {suitesBehind} from '#eval/catalogue/suites'
import {compareRow, findMetric, rowEpisodes} from '#eval/judge/compare-rows'
import {rowMeasurement, withEvidence} from '#eval/judge/rows'
import type {EvalSide} from '#eval/model/eval-side'
import {evalScope} from '#eval/plan/load-rules'
import type {Gate} from '#gate/gate-document'
import type {GateScope} from '#gate/gate-scope'
import {type GateJudgement, judgeGate} from '#gate/judge-gate'
import {intervalLimits} from '#gate/rule'
import type {Versus} from '#gate/standing'

export type JudgedGate = GateJudgement

type Kinds =
  | {readonly kind: 'eval'; readonly base: EvalSide; readonly candidate: EvalSide}
  | {readonly kind: 'benchmark'; readonly base: BenchmarkSide; readonly candidate: BenchmarkSide}

/** What rules over two recorded runs may name: the candidate's providers, and the base as `baseline`. */
export function comparisonScope(sides: Kinds): GateScope {
  const rows = sides.kind === 'eval' ? sides.candidate.rows : sides.candidate.timing.rows
  const providers = [...new Set(rows.map(({provider}) => provider))]
  const scope = sides.kind === 'eval' ? evalScope(suitesBehind(sides.candidate), providers) : benchmarkScope(providers)
  return {...scope, versus: ['baseline']}
}

/** A gate file over the candidate's rows, where `baseline` is the base. */
export function judgeEval(
  gate: Gate,
  {base, candidate}: {readonly base: EvalSide; readonly candidate: EvalSide},
): JudgedGate {
  const suites = suitesBehind(candidate)
  const rows = candidate.rows.map((row) =>
    row.until_decided ? withEvidence(row, findMetric(row, suites), rowEpisodes(row, candidate)) : rowMeasurement(row),
  )
  const versus: Versus = {
    effect: (rule, {rowId}) => {
      const row = candidate.rows.find(({row_id}) => row_id === rowId)
      if (!row || rule.versus !== 'baseline') return {why: 'missing', reason: `${rule.versus} is not there`}
      return compareRow(base, candidate, row, {minN: rule.minN, suites, limits: intervalLimits(rule)}).effect
    },
  }
  return judgeGate(gate, [], rows, {versus})
}

export function judgeBenchmark(
  gate: Gate,
  sides: {readonly base: BenchmarkSide; readonly candidate: BenchmarkSide},
  isAnyMachine: boolean,
): JudgedGate {
  const contract = sharedBenchmarkFields(sides.base, sides.candidate, isAnyMachine)
  const versus: Versus = {effect: (rule, row) => rowEffect(rule, row, {...sides, contract})}
  return judgeGate(gate, [], sides.candidate.timing.rows.flatMap(rowMeasurements), {versus})
}
