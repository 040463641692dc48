import type {BenchmarkMaxRatio, BenchmarkPreset, BudgetEntry} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import type {Rule} from '#gate/rule'
import {parseThresholds} from '#gate/threshold'
import {checkAsked} from '#measurement/asked'
import type {PolicyChoice} from '#provider/model/request-policy'
import {BENCHMARK_OPTIONS, MOST_AT_ONCE, MOST_ITERATIONS} from './benchmark-options.ts'
import type {BenchmarkRequest} from './benchmark-request.ts'
import {benchmarkScope} from './benchmark-scope.ts'
import type {Pacing} from './pacing.ts'
import {presetNamed} from './preset.ts'
import type {WarmUp} from './warm-up.ts'

/** The part of a configuration profile that a benchmark reads. */
export interface ProfileChoice {
  readonly providers?: readonly string[] | undefined
  readonly operations?: readonly string[] | undefined
  readonly timeout_preset?: string | undefined
  readonly retry_preset?: string | undefined
}

/** The settings that apply. `mustRun`: a skipped provider keeps the run from passing, because the caller named it or asked for a run. */
export interface LoadSettings {
  readonly preset: string | null
  readonly providers: readonly string[]
  /** If absent: all operations that each provider has. */
  readonly operations?: readonly string[]
  /** Number of calls; with a duration the most that are made. */
  readonly iterations: number
  readonly durationNs?: number
  readonly pacing: Pacing
  /** Number of fresh processes that measure each provider. */
  readonly repeats: number
  readonly isCalibration: boolean
  readonly warmUp: WarmUp
  readonly policy: PolicyChoice
  /** Where the limits come from; `file`: rules or budgets of the caller. */
  readonly gate: 'none' | 'preset' | 'file' | 'off'
  /** Rules of the command line. */
  readonly thresholds: readonly Rule[]
  readonly presetBudgets: readonly BudgetEntry[]
  /** The translator that a preset uses for policies. */
  readonly presetTranslator?: string
  readonly maxRatios: readonly BenchmarkMaxRatio[]
  /** `dry-run`: media operations are not sent but built and answered from recordings; `live`: each is sent once. */
  readonly media: 'as-asked' | 'dry-run' | 'live'
  readonly mustRun: boolean
}

/** Providers to measure if no flag, profile or preset names any: those that the caller brought along, else the one that always exists. */
export function usualSubjects(brought: readonly string[]): readonly string[] {
  return brought.length > 0 ? brought : ['mock']
}

const DEFAULT_ITERATIONS = 100

/**
 * The settings that apply: flags over profile over preset over defaults, each field as a whole. Throws `usage`, `out_of_range` and
 * `preset_unknown`.
 */
export function resolveLoadSettings(
  request: BenchmarkRequest,
  profile: ProfileChoice = {},
  brought: readonly string[] = [],
): LoadSettings {
  checkAsked(BENCHMARK_OPTIONS, request)
  checkBelonging(request)
  const preset = request.preset === undefined ? undefined : presetNamed(request.preset)
  const operations = request.operations ?? profile.operations
  const thresholds = parseThresholds(request.thresholds ?? [], benchmarkScope([]))
  checkCompared(thresholds, request)
  // Providers that a file brought count as named; those that a preset names may be left out.
  const isNamed = request.providers !== undefined || profile.providers !== undefined || (!preset && brought.length > 0)
  return {
    preset: preset?.name ?? null,
    providers: unique(request.providers ?? profile.providers ?? preset?.providers ?? usualSubjects(brought)),
    ...(operations && {operations: unique(operations)}),
    ...amountOf(request, preset),
    pacing: pacingOf(request, preset),
    ...repeatsOf(request, preset),
    warmUp: request.warmUp ?? 'auto',
    policy: policyOf(request, profile),
    gate: gateOf(request, preset),
    thresholds,
    ...presetPart(request, preset),
    mustRun: request.requireRun === true || (isNamed && request.allowSkip !== true),
  }
}

function repeatsOf({calibrate, repeats}: BenchmarkRequest, preset: BenchmarkPreset | undefined) {
  if (calibrate !== undefined) return {repeats: calibrate, isCalibration: true}
  return {repeats: repeats ?? preset?.repeats ?? 1, isCalibration: false}
}

function policyOf(
  {policy, timeoutSeconds, maxElapsedSeconds, retries}: BenchmarkRequest,
  profile: ProfileChoice,
): PolicyChoice {
  return {
    timeoutPreset: profile.timeout_preset,
    retryPreset: profile.retry_preset,
    ...policy,
    ...(timeoutSeconds !== undefined && {timeoutSeconds}),
    ...(maxElapsedSeconds !== undefined && {maxElapsedSeconds}),
    ...(retries !== undefined && {retries}),
  }
}

/** Settings that only a preset can bring. */
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
  if (rate === undefined) return {mode: 'closed', concurrency: request.concurrency ?? preset?.concurrency ?? 1}
  return {mode: 'open', ratePerSecond: rate, arrival, maxInFlight}
}

/** Refuses options that have a meaning only together with another one. */
function checkBelonging({live, preset, rate, arrival, maxInFlight}: BenchmarkRequest): void {
  if (live && preset !== 'remote-media-dryrun') {
    throw new AssayError('usage', '--live belongs to the preset remote-media-dryrun', {
      hint: 'Without it calls are sent anyway.',
    })
  }
  if (rate === undefined && (arrival !== undefined || maxInFlight !== undefined)) {
    throw new AssayError('usage', '--arrival and --max-in-flight belong to an open loop', {
      hint: 'Give --rate as well.',
    })
  }
}

/** Refuses rules against a baseline if there is none: no measurement could decide them. */
function checkCompared(thresholds: readonly Rule[], {baseline}: BenchmarkRequest): void {
  if (baseline !== undefined || !thresholds.some((rule) => 'versus' in rule && rule.versus === 'baseline')) return
  throw new AssayError('usage', '--threshold with vs baseline needs --baseline', {
    hint: 'Name the run to compare with: its id, its folder or a file in it.',
  })
}

function gateOf(request: BenchmarkRequest, preset: BenchmarkPreset | undefined): LoadSettings['gate'] {
  if (request.noGate) return 'off'
  if (request.budget !== undefined || request.gate !== undefined) return 'file'
  return preset ? 'preset' : 'none'
}

/** The number of calls. With a duration and no number only the greatest possible one limits them. */
function amountOf({iterations, durationMs}: BenchmarkRequest, preset: BenchmarkPreset | undefined) {
  if (durationMs === undefined) return {iterations: iterations ?? preset?.iterations ?? DEFAULT_ITERATIONS}
  return {iterations: iterations ?? MOST_ITERATIONS, durationNs: durationMs * 1e6}
}

function unique(names: readonly string[]): readonly string[] {
  if (names.length === 0) throw new AssayError('usage', 'a list of providers or operations is empty')
  return [...new Set(names)]
}
