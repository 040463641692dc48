import {benchmarkTiming} from '#contract/generated/benchmark-timing'
import type {BenchmarkGate, BenchmarkTiming} from '#contract/generated/types'
import {parse} from '#contract/parse'
import {digestOf} from '#digest/canonical-json'
import type {HostClassification} from '#process/host-facts'
import type {HarnessCost} from '../clock/measure-harness.ts'
import type {Executed} from '../judge/execution.ts'

export interface Timed {
  readonly executed: readonly Executed[]
  readonly gate: BenchmarkGate
  readonly cost?: HarnessCost | undefined
}

export function harnessOf(cost: HarnessCost | undefined): BenchmarkTiming['harness'] {
  return cost ? {timer_tick_ns: cost.timerTickNs, harness_ns: cost.harnessNs} : null
}

/** Everything about a measurement that would differ on another machine or at another moment. */
export function timingOf(
  {executed, gate, cost}: Timed,
  {measuredOn}: Pick<HostClassification, 'measuredOn'>,
): BenchmarkTiming {
  return parse(benchmarkTiming, {
    schema_version: 1,
    timed: 'exchange',
    machine: {fingerprint: digestOf(measuredOn), facts: measuredOn},
    harness: harnessOf(cost),
    rows: executed.map(({row}) => row),
    processes: executed.flatMap(({row, repeats}) =>
      repeats.map(({repeat, store, pace, measured}) => ({
        provider: row.provider,
        operation: row.operation,
        repeat,
        response: store.response.document(),
        service: store.service.document(),
        failed: store.failed.document(),
        ...(row.pacing && {late: pace.late.document()}),
        ...vitalsOf(measured.vitals),
      })),
    ),
    gate,
  })
}

function vitalsOf({loopDelayMs, gc, cpuMs, load}: Executed['repeats'][number]['measured']['vitals']) {
  return {
    event_loop_delay_ms: loopDelayMs,
    gc: gc && {count: gc.count, total_ms: gc.totalMs},
    cpu_ms: cpuMs,
    load_average: load,
  }
}
