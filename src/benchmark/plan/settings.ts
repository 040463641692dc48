import type {BenchmarkMaxRatio, BenchmarkPreset, BudgetEntry} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import type {Rule} from '#gate/rule'
import {parseThreshold} from '#gate/threshold'
import type {PolicyChoice} from '#provider/request-policy'
import {LEAST_PROCESSES} from '../calibration/back-test.ts'
import {ARRIVALS, isArrival, type Pacing} from '../measure/pacing.ts'
import type {WarmUp} from '../measure/warm-up.ts'
import {benchmarkScope} from '../result/benchmark-scope.ts'
import {presetNamed} from './preset.ts'

/** What the caller gave; absent is not given. */
export interface BenchmarkRequest {
  readonly providers?: readonly string[] | undefined
  readonly operations?: readonly string[] | undefined
  readonly preset?: string | undefined
  readonly iterations?: number | undefined
  readonly duration?: string | undefined
  readonly concurrency?: number | undefined
  /** Calls a second of an open loop. */
  readonly rate?: number | undefined
  readonly arrival?: string | undefined
  readonly maxInFlight?: number | undefined
  readonly repeats?: number | undefined
  /** Fresh processes to make a candidate budget from. */
  readonly calibrate?: number | undefined
  readonly warmUp?: WarmUp | undefined
  readonly hasBudgetFile?: boolean | undefined
  readonly hasGateFile?: boolean | undefined
  readonly hasBaseline?: boolean | undefined
  readonly thresholds?: readonly string[] | undefined
  readonly noGate?: boolean | undefined
  /** Sends what `remote-media-dryrun` would only build. */
  readonly live?: boolean | undefined
  readonly requireRun?: boolean | undefined
  readonly allowSkip?: boolean | undefined
  readonly policy?: PolicyChoice | undefined
}

/** The part of a configuration profile that a benchmark reads. */
export interface ProfileChoice {
  readonly providers?: readonly string[] | undefined
  readonly operations?: readonly string[] | undefined
  readonly timeout_preset?: string | undefined
  readonly retry_preset?: string | undefined
}

/** What applies. `mustRun`: a skipped provider is no good end, because the caller named it or asked for a run. */
export interface Settings {
  readonly preset: string | null
  readonly providers: readonly string[]
  /** Absent: all that each provider has. */
  readonly operations?: readonly string[]
  /** With a duration, the most there may be. */
  readonly iterations: number
  readonly durationNs?: number
  readonly pacing: Pacing
  /** Fresh processes that measure each provider. */
  readonly repeats: number
  readonly isCalibration: boolean
  readonly warmUp: WarmUp
  readonly policy: PolicyChoice
  /** `file`: rules or budgets of the caller. */
  readonly gate: 'none' | 'preset' | 'file' | 'off'
  /** Rules of the command line. */
  readonly thresholds: readonly Rule[]
  readonly presetBudgets: readonly BudgetEntry[]
  /** What a preset brings for policies. */
  readonly presetTranslator?: string
  readonly maxRatios: readonly BenchmarkMaxRatio[]
  /** `dry-run`: media operations are not sent but built and answered from recordings; `live`: each is sent once. */
  readonly media: 'as-asked' | 'dry-run' | 'live'
  readonly mustRun: boolean
}

/** Without a flag, profile or preset. */
export const DEFAULT_PROVIDERS = ['mock']
const DEFAULT_ITERATIONS = 100
const MOST_ITERATIONS = 10_000_000
const MOST_AT_ONCE = 1024
const MOST_REPEATS = 100
const MOST_RATE = 1_000_000
const UNIT_NS: Readonly<Record<string, number>> = {ms: 1e6, s: 1e9, m: 60e9, h: 3600e9}

/** Flags over profile over preset over defaults, each field as a whole. Throws `usage` and `out_of_range`, `preset_unknown`. */
export function resolveSettings(request: BenchmarkRequest, profile: ProfileChoice = {}): Settings {
  checkConflicts(request)
  const preset = request.preset === undefined ? undefined : presetNamed(request.preset)
  const operations = request.operations ?? profile.operations
  return {
    preset: preset?.name ?? null,
    providers: unique(request.providers ?? profile.providers ?? preset?.providers ?? DEFAULT_PROVIDERS),
    ...(operations && {operations: unique(operations)}),
    ...amountOf(request, preset),
    pacing: pacingOf(request, preset),
    ...repeatsOf(request, preset),
    warmUp: checkWarmUp(request.warmUp ?? 'auto'),
    policy: {timeoutPreset: profile.timeout_preset, retryPreset: profile.retry_preset, ...request.policy},
    gate: gateOf(request, preset),
    thresholds: (request.thresholds ?? []).map((text, at) => parseThreshold(text, at + 1, benchmarkScope([]))),
    ...presetPart(request, preset),
    mustRun: request.requireRun === true || (request.providers !== undefined && request.allowSkip !== true),
  }
}

function repeatsOf({calibrate, repeats}: BenchmarkRequest, preset: BenchmarkPreset | undefined) {
  if (calibrate !== undefined) {
    return {repeats: inRange('--calibrate', calibrate, LEAST_PROCESSES, MOST_REPEATS), isCalibration: true}
  }
  return {repeats: inRange('--repeats', repeats ?? preset?.repeats ?? 1, 1, MOST_REPEATS), isCalibration: false}
}

/** What only a preset brings. */
function presetPart({noGate, live, calibrate}: BenchmarkRequest, preset: BenchmarkPreset | undefined) {
  if (preset === undefined) return {presetBudgets: [], maxRatios: [], media: 'as-asked'} as const
  return {
    presetBudgets: preset.budgets,
    ...(preset.translator !== undefined && {presetTranslator: preset.translator}),
    maxRatios: noGate || calibrate !== undefined ? [] : preset.max_ratios,
    media: preset.kind !== 'dry-run' ? 'as-asked' : live ? 'live' : 'dry-run',
  } as const
}

function pacingOf(request: BenchmarkRequest, preset: BenchmarkPreset | undefined): Pacing {
  const {rate, arrival = 'constant', maxInFlight = MOST_AT_ONCE} = request
  if (rate === undefined) {
    const concurrency = inRange('--concurrency', request.concurrency ?? preset?.concurrency ?? 1, 1, MOST_AT_ONCE)
    return {mode: 'closed', concurrency}
  }
  if (!(rate > 0 && rate <= MOST_RATE)) {
    throw new AssayError('out_of_range', `--rate must be a number of calls a second above 0, at most ${MOST_RATE}`)
  }
  if (!isArrival(arrival)) throw new AssayError('out_of_range', `--arrival must be one of ${ARRIVALS.join(', ')}`)
  return {
    mode: 'open',
    ratePerSecond: rate,
    arrival,
    maxInFlight: inRange('--max-in-flight', maxInFlight, 1, MOST_AT_ONCE),
  }
}

const CONFLICTS: readonly [keyof BenchmarkRequest, string, keyof BenchmarkRequest, string][] = [
  ['noGate', '--no-gate', 'hasBudgetFile', '--budget-file'],
  ['noGate', '--no-gate', 'hasGateFile', '--gate'],
  ['noGate', '--no-gate', 'hasBaseline', '--baseline'],
  ['noGate', '--no-gate', 'thresholds', '--threshold'],
  ['requireRun', '--require-run', 'allowSkip', '--allow-skip'],
  ['rate', '--rate', 'concurrency', '--concurrency'],
  ['calibrate', '--calibrate', 'repeats', '--repeats'],
  ['calibrate', '--calibrate', 'noGate', '--no-gate'],
  ['calibrate', '--calibrate', 'hasGateFile', '--gate'],
  ['calibrate', '--calibrate', 'hasBaseline', '--baseline'],
  ['calibrate', '--calibrate', 'thresholds', '--threshold'],
]

function checkConflicts(request: BenchmarkRequest): void {
  for (const [one, flag, other, otherFlag] of CONFLICTS) {
    if (isGiven(request[one]) && isGiven(request[other])) {
      throw new AssayError('usage', `${flag} and ${otherFlag} contradict each other`, {hint: 'Give one of them.'})
    }
  }
  if (request.live && request.preset !== 'remote-media-dryrun') {
    throw new AssayError('usage', '--live belongs to the preset remote-media-dryrun', {
      hint: 'Without it calls are sent anyway.',
    })
  }
  if (request.rate === undefined && (request.arrival !== undefined || request.maxInFlight !== undefined)) {
    throw new AssayError('usage', '--arrival and --max-in-flight belong to an open loop', {
      hint: 'Give --rate as well.',
    })
  }
}

const isGiven = (value: unknown) => value !== undefined && value !== false

function gateOf(request: BenchmarkRequest, preset: BenchmarkPreset | undefined): Settings['gate'] {
  if (request.noGate) return 'off'
  if (request.hasBudgetFile || request.hasGateFile) return 'file'
  return preset ? 'preset' : 'none'
}

/** A duration alone is no number of calls: then only the greatest possible one limits. */
function amountOf(request: BenchmarkRequest, preset: BenchmarkPreset | undefined) {
  const usual = request.duration === undefined ? (preset?.iterations ?? DEFAULT_ITERATIONS) : MOST_ITERATIONS
  const iterations = inRange('--iterations', request.iterations ?? usual, 1, MOST_ITERATIONS)
  return {iterations, ...(request.duration !== undefined && {durationNs: durationNs(request.duration)})}
}

function durationNs(text: string): number {
  const [, count, unit = ''] = /^([0-9]{1,7})(ms|s|m|h)$/.exec(text) ?? []
  const ns = Number(count) * (UNIT_NS[unit] ?? Number.NaN)
  if (ns > 0) return ns
  throw new AssayError('out_of_range', '--duration must be a whole number with ms, s, m or h, such as 30s')
}

function checkWarmUp(warmUp: WarmUp): WarmUp {
  return warmUp === 'auto' ? warmUp : inRange('--warmup', warmUp, 0, MOST_ITERATIONS)
}

function inRange(flag: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new AssayError('out_of_range', `${flag} must be a whole number from ${least} to ${most}`)
}

function unique(names: readonly string[]): readonly string[] {
  if (names.length === 0) throw new AssayError('usage', 'a list of providers or operations is empty')
  return [...new Set(names)]
}
