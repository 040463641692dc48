import type {BenchmarkSelftestResult} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import type {MeasurementPorts} from '#measurement/ports'
import type {Told} from '#measurement/run-kind'
import {TIMING} from '#run/layout'
import {newestRecorded} from '#run/read-recorded'
import {planPorts} from './benchmark-kind.ts'
import {recordedBenchmark} from './judge/benchmark-side.ts'
import {type BenchmarkOrder, planBenchmark} from './plan/plan-benchmark.ts'
import {breakBenchmark} from './selftest.ts'

/**
 * Tests whether the budgets and rules of an order can fail, on the newest benchmark that measured one of its operations. Measures nothing
 * and leaves no run. Throws for the caller's mistakes, and `run_not_found`.
 */
export async function runBenchmarkSelftest(
  order: BenchmarkOrder,
  ports: MeasurementPorts,
): Promise<Told<BenchmarkSelftestResult>> {
  const {plan, workspace} = await planBenchmark(order, planPorts(ports))
  const run = newestRecorded(workspace, ports.files.reader, (recorded) => {
    if (recorded.manifest.kind !== 'benchmark' || recorded.text(TIMING) === undefined) return false
    const {rows} = recordedBenchmark(recorded).timing
    return plan.items.some(({provider, operation}) =>
      rows.some((row) => row.provider === provider && row.operation === operation),
    )
  })
  if (run) return breakBenchmark(plan, run)
  throw new AssayError('run_not_found', 'no benchmark of these providers and operations is there to inject into', {
    hint: 'Measure once before, or check --workspace-dir.',
  })
}
