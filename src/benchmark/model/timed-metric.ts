import type {MetricRange} from '#gate/rule'

const KINDS = ['response', 'service'] as const
const STATS = [
  ['mean', 'average', undefined],
  ['p50', 'p50', 0.5],
  ['p90', 'p90', 0.9],
  ['p95', 'p95', 0.95],
  ['p99', 'p99', 0.99],
  ['p99.9', 'p99_9', 0.999],
] as const

/** A metric of a row that rules may name, such as `response_ms.p95`. `quantile` is undefined for the mean. */
export interface TimedMetric {
  readonly name: string
  readonly kind: (typeof KINDS)[number]
  readonly column: (typeof STATS)[number][1]
  readonly quantile: number | undefined
}

export const TIMED_METRICS: readonly TimedMetric[] = KINDS.flatMap((kind) =>
  STATS.map(([stat, column, quantile]) => ({name: `${kind}_ms.${stat}`, kind, column, quantile})),
)

export const THROUGHPUT = 'throughput_per_second'

const FROM_0 = {min: 0, max: Number.POSITIVE_INFINITY} as const
const COUNT = {...FROM_0, exact: true, direction: 'lower'} as const

/** All metrics that a rule can name; they are equal for all operations. */
export const BENCHMARK_METRICS: readonly MetricRange[] = [
  ...TIMED_METRICS.map(
    ({name}): MetricRange => ({...FROM_0, name, exact: false, direction: 'lower', unit: 'ms', hasRatio: true}),
  ),
  {...FROM_0, name: THROUGHPUT, exact: false, direction: 'higher', unit: 'calls per second', hasRatio: true},
  {...COUNT, name: 'error_count', unit: 'calls'},
  {...COUNT, name: 'retry_count', unit: 'retries'},
  {name: 'success_rate', min: 0, max: 1, exact: true, direction: 'higher', unit: 'ratio'},
]
