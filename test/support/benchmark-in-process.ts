import {benchmarkKind} from '#benchmark/benchmark-kind'
import {measureBenchmark} from '#benchmark/execute/measure-benchmark'
import type {BenchmarkPlan} from '#benchmark/plan/run-plan'
import type {OpenSession} from '#benchmark/session/session'
import {conductMeasurement} from '#measurement/conduct-measurement'
import {NO_PROGRESS} from '#report/progress'
import type {RunPorts} from '#run/ports'
import {measurementPorts} from './measurement-ports.ts'

/** A benchmark as a run of its own, with the sessions of a test instead of child processes. */
export function conductInProcess(
  place: {readonly workspace: string; readonly plan: BenchmarkPlan},
  ports: RunPorts & {readonly openSession: OpenSession},
  signal: AbortSignal,
) {
  const {openSession, host} = ports
  const kind: typeof benchmarkKind = {
    ...benchmarkKind,
    plan: () => Promise.resolve(place),
    measure: (plan, trial, _, runSignal) =>
      measureBenchmark(plan, trial, {openSession, host: host(), progress: NO_PROGRESS}, runSignal),
  }
  const order = {commandArgv: place.plan.commandArgv, workingDirectory: place.workspace, request: {}}
  return conductMeasurement(kind, order, measurementPorts({ports, path: place.workspace}), signal)
}
