import type {BenchmarkRunResult, BenchmarkSelftestResult} from '#contract/generated/types'
import type {BenchmarkOptions} from './benchmark-options.ts'
import {callUseCase} from './call-use-case.ts'

/**
 * Measures latency, throughput, errors and retries of providers, holds them against budgets, and keeps samples and verdict in a run of the
 * workspace: `assay benchmark`. Times in `result.rows` are milliseconds. A spent budget is a result, not an error; an abort gives the verdict `interrupted`.
 *
 * Throws `invalid_input`, `unknown_provider`, `operation_unknown`, `preset_unknown`, `out_of_range`, `usage`, `budget_invalid`, `gate_invalid`,
 * `inputs_invalid`, `inputs_missing`, `translator_invalid`, `profile_invalid`, `assets_invalid`, `file_missing`, `run_not_found`, `config_invalid`, `address_refused` before a run exists;
 * `asset_checksum` with a failed run; `workspace_invalid`, `workspace_unwritable`, `disk_full`, `io_error` where it cannot be written.
 *
 * Source of the method: docs/benchmark.md names the paper of each part.
 */
export function benchmark(options: BenchmarkOptions): Promise<BenchmarkRunResult> {
  return callUseCase(loadBenchmark, options, async (stage) => {
    const [{measureKind}, {benchmarkKind}, {benchmarkOrder}] = await Promise.all([
      import('./measure-kind.ts'),
      import('#benchmark/benchmark-kind'),
      import('./benchmark-options.ts'),
    ])
    return await measureKind(benchmarkKind, benchmarkOrder(options), stage)
  })
}

/**
 * Breaks the newest benchmark of these providers and operations in memory and tells what its budgets and rules do not notice: `assay benchmark
 * --selftest`. Measures nothing, leaves no run.
 *
 * Throws `invalid_input`, `run_not_found`, and what `benchmark` throws before a run exists.
 */
export function selftestBenchmark(options: BenchmarkOptions): Promise<BenchmarkSelftestResult> {
  return callUseCase(loadSelftest, options, async (stage) => {
    const [{checkedOrder}, {benchmarkKind}, {runBenchmarkSelftest: runSelftest}, {benchmarkOrder}] = await Promise.all([
      import('./measure-kind.ts'),
      import('#benchmark/benchmark-kind'),
      import('#benchmark/run-selftest'),
      import('./benchmark-options.ts'),
    ])
    return await runSelftest(checkedOrder(benchmarkKind, benchmarkOrder(options), stage), stage.ports)
  })
}

const loadBenchmark = async () => (await import('./benchmark-options.ts')).BENCHMARK
const loadSelftest = async () => (await import('./benchmark-options.ts')).SELFTEST_BENCHMARK
