import {benchmarkTiming} from '#contract/generated/benchmark-timing'
import type {BenchmarkTiming} from '#contract/generated/types'
import {parse} from '#contract/parse'
import {digestOf} from '#digest/canonical-json'
import {RESULT, TIMING} from '#run/layout'
import {demandKind, type RecordedRun, readAs} from '#run/read-recorded'

/** Settings that two measurements must share for their times to be compared. */
const LOAD = [
  'mode',
  'concurrency',
  'rate_per_second',
  'arrival',
  'max_in_flight',
  'warmup',
  'timeout_preset',
  'retry_preset',
] as const

type Plain = string | number | boolean | null

/** One side of a comparison: the times, and the load under which they were measured. */
export interface BenchmarkSide {
  readonly inputDigest: string | null
  readonly gateDigest: string | null
  readonly assayVersion: string
  /** Settings of the load by name; `policy` holds the digests of the effective limits, without the names of their providers. */
  readonly load: Readonly<Record<string, Plain>>
  readonly timing: BenchmarkTiming
}

/** A benchmark as its run recorded it. Throws `file_unreadable` if the run is no benchmark, or this version cannot read its results. */
export function recordedBenchmark(run: RecordedRun): BenchmarkSide {
  demandKind(run, 'benchmark')
  const {manifest, text} = run
  return {
    inputDigest: manifest.input_digest,
    gateDigest: manifest.gate_digest,
    assayVersion: manifest.versions.assay,
    load: recordedLoad(readAs(RESULT, () => JSON.parse(text(RESULT) ?? '{}').settings ?? {})),
    timing: readAs(TIMING, () => parse(benchmarkTiming, JSON.parse(text(TIMING) ?? 'null'))),
  }
}

/** The settings that describe the load, from the settings that a result shows. */
export function recordedLoad(settings: Readonly<Record<string, unknown>>): Record<string, Plain> {
  const {policy} = settings
  const limits = typeof policy === 'object' && policy !== null ? Object.values(policy).map((one) => digestOf(one)) : []
  const shared = LOAD.map((name): [string, Plain] => [name, plain(settings[name])])
  return {...Object.fromEntries(shared), policy: [...new Set(limits)].sort().join(' ')}
}

function plain(value: unknown): Plain {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}
