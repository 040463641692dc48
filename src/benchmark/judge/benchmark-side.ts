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

/** One side of a comparison: the times, and under which load they came to be. */
export interface BenchmarkSide {
  readonly inputDigest: string | null
  readonly gateDigest: string | null
  readonly assayVersion: string
  /** By name of the setting; `policy` as the digest of the effective limits, whoever they are for. */
  readonly load: Readonly<Record<string, Plain>>
  readonly timing: BenchmarkTiming
}

/** A benchmark as its run recorded it. Throws `file_unreadable` where the run is none, or its results are not what this version reads. */
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

/** The load of settings as a result prints them. */
export function recordedLoad(settings: Readonly<Record<string, unknown>>): Record<string, Plain> {
  const {policy} = settings
  const limits = typeof policy === 'object' && policy !== null ? Object.values(policy).map((one) => digestOf(one)) : []
  const shared = LOAD.map((name): [string, Plain] => [name, plain(settings[name])])
  return {...Object.fromEntries(shared), policy: [...new Set(limits)].sort().join(' ')}
}

function plain(value: unknown): Plain {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}
