import type {BenchmarkRunResult} from '#contract/generated/types'
import {openAssay} from '#measurement/open-assay'
import type {MeasurementPorts} from '#measurement/ports'
import type {MeasuringKind} from '#measurement/run-kind'
import {unjudgedResult} from './execute/benchmark-outcome.ts'
import {type BenchmarkOutcome, measureBenchmark, nothingMeasured} from './execute/measure-benchmark.ts'
import {BENCHMARK_OPTIONS} from './model/benchmark-options.ts'
import type {BenchmarkRequest} from './model/benchmark-request.ts'
import {type BenchmarkOrder, type BenchmarkPlanContext, planBenchmark} from './plan/plan-benchmark.ts'
import {type BenchmarkPlan, describeBenchmark, sessionSetting} from './plan/run-plan.ts'
import {childSessions} from './session/open-child-session.ts'

/** Benchmarks: latency, throughput, errors and retries of operations, each provider in a process of its own. */
export const benchmarkKind: MeasuringKind<BenchmarkRequest, BenchmarkPlan, BenchmarkOutcome, BenchmarkRunResult> = {
  name: 'benchmark',
  options: BENCHMARK_OPTIONS,
  plan: (order: BenchmarkOrder, ports) => planBenchmark(order, planPorts(ports)),
  describe: describeBenchmark,
  measure(plan, trial, {startTalk, env, cwd, progress, host}, signal) {
    const openSession = childSessions({startTalk, env, cwd, setting: sessionSetting(plan)})
    return measureBenchmark(plan, trial, {openSession, progress, host: host()}, signal)
  },
  resultOf: (plan, {runId, path, outcome: {verdict}}, ended) => ({
    ...unjudgedResult(plan, ended?.work ?? nothingMeasured(plan)),
    exit: verdict.exit,
    verdict,
    run_id: runId,
    run_path: path,
  }),
}

/** The ports that planning uses, taken from the ports of a run. */
export function planPorts(ports: MeasurementPorts): BenchmarkPlanContext {
  const {files, redactor, clock, host, recordings, extras} = ports
  return {
    reader: files.reader,
    redactor,
    clock,
    host: host(),
    recordings,
    extras,
    library: (limits) => openAssay(ports, {limits}),
  }
}
