import type {BenchmarkSelftestResult} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {Assay} from '#provider/assay'
import type {PolicyChoice} from '#provider/request-policy'
import type {Report} from '#report/report'
import {TIMING} from '#run/layout'
import {newestRecorded} from '#run/read-recorded'
import {type BenchmarkOrder, planBenchmark} from './plan/plan-benchmark.ts'
import {recordedSide} from './result/benchmark-side.ts'
import type {RunBenchmarkPorts} from './run-benchmark.ts'
import {selftestBenchmark} from './selftest.ts'

/**
 * Tries whether the budgets and rules of an order can fail, on the newest benchmark that measured one of its operations. Measures nothing,
 * leaves no run. Throws for the caller's mistakes, and `run_not_found`.
 */
export async function runSelftest(
  order: BenchmarkOrder,
  ports: RunBenchmarkPorts,
): Promise<{result: BenchmarkSelftestResult; report: Report}> {
  const {files, clock, entropy, redactor, env, recordings, host} = ports
  const library = (limits: PolicyChoice) => new Assay({limits, env, redactor, clock, entropy})
  const planPorts = {reader: files.reader, redactor, clock, library, recordings, host}
  const {plan, workspace} = await planBenchmark(order, planPorts)
  const run = newestRecorded(workspace, files.reader, (recorded) => {
    if (recorded.manifest.kind !== 'benchmark' || recorded.text(TIMING) === undefined) return false
    const {rows} = recordedSide(recorded).timing
    return plan.items.some(({provider, operation}) =>
      rows.some((row) => row.provider === provider && row.operation === operation),
    )
  })
  if (run) return selftestBenchmark(plan, run)
  throw new AssayError('run_not_found', 'no benchmark of these providers and operations is there to inject into', {
    hint: 'Measure once before, or check --workspace-dir.',
  })
}
