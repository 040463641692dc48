import type {BenchmarkSide} from '#benchmark/judge/benchmark-side'
import {type ComparedSides, compareMetric, rowLike, sharedBenchmarkFields} from '#benchmark/judge/compare-rows'
import {rowIdOf, rowMeasurements} from '#benchmark/judge/gate-rows'
import {BENCHMARK_METRICS} from '#benchmark/model/timed-metric'
import type {BenchmarkRow} from '#contract/generated/types'
import type {DraftComparison, DraftRow} from './draft-row.ts'

/** Rows that decide: the median of the times, and whether calls succeed. The tail needs more calls than most runs have. */
const PRIMARY = new Set(['response_ms.p50', 'success_rate'])
const TOLD = [...PRIMARY, 'response_ms.p95', 'throughput_per_second']
const MIN_N = 20

/** What counts as no difference: a share for successes, a ratio above 1 for times. */
export interface BenchmarkMargins {
  readonly share: number
  readonly ratio: number
}

/** Two benchmarks, row by row. */
export function compareBenchmarks(
  base: BenchmarkSide,
  candidate: BenchmarkSide,
  {margins, isAnyMachine}: {readonly margins: BenchmarkMargins; readonly isAnyMachine: boolean},
): DraftComparison {
  const contract = sharedBenchmarkFields(base, candidate, isAnyMachine)
  const sides = {base, candidate, contract}
  const isOther = base.timing.machine.fingerprint !== candidate.timing.machine.fingerprint
  return {
    contract,
    rows: candidate.timing.rows.flatMap((row) => TOLD.map((metric) => draftOf(metric, row, sides, margins))),
    failures: errorDiff(base, candidate),
    caveats: isAnyMachine && isOther ? ['the two runs were measured on different machines'] : [],
  }
}

function draftOf(metric: string, row: BenchmarkRow, sides: ComparedSides, margins: BenchmarkMargins): DraftRow {
  const known = BENCHMARK_METRICS.find(({name}) => name === metric)
  const other = rowLike(row, sides.base, sides.candidate)
  const value = (of: BenchmarkRow | undefined) =>
    (of && rowMeasurements(of).find((one) => one.metric === metric)?.estimate) ?? null
  const isRatio = known?.hasRatio === true
  return {
    shown: {
      row_id: `${rowIdOf(row)}/${metric}`,
      metric,
      direction: known?.direction ?? 'lower',
      unit: known?.unit ?? '',
      provider: row.provider,
      base_provider: other?.provider ?? null,
      primary: PRIMARY.has(metric),
      base_estimate: value(other),
      candidate_estimate: value(row),
    },
    effect: compareMetric(metric, isRatio ? 'log-ratio' : 'difference', row, sides),
    margin: isRatio ? Math.log(margins.ratio) : margins.share,
    isRatio,
    minN: MIN_N,
    fields: [],
  }
}

/** Codes of errors by operation. */
function errorDiff(base: BenchmarkSide, candidate: BenchmarkSide): DraftComparison['failures'] {
  const codesOf = ({timing}: BenchmarkSide) =>
    new Set(timing.rows.flatMap(({operation, errors}) => Object.keys(errors).map((code) => `${operation}: ${code}`)))
  const [before, now] = [codesOf(base), codesOf(candidate)]
  return {
    came: [...now.difference(before)].sort(),
    went: [...before.difference(now)].sort(),
    both: now.intersection(before).size,
  }
}
