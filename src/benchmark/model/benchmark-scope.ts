import type {GateScope} from '#gate/gate-scope'
import {OPERATIONS} from './operation.ts'
import {BENCHMARK_METRICS} from './timed-metric.ts'

/** Fewest calls for a time to be judged. */
const MIN_N = 20

/** What the rules of a benchmark may name. */
export function benchmarkScope(providers: readonly string[]): GateScope {
  return {
    kind: 'benchmark',
    groupFact: 'operation',
    groups: Object.fromEntries(OPERATIONS.map((operation) => [operation, BENCHMARK_METRICS])),
    names: {provider: providers},
    versus: ['baseline'],
    minN: MIN_N,
  }
}
