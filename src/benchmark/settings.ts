import type {BenchmarkPreset, BudgetEntry} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import type {PolicyChoice} from '#provider/request-policy'
import {presetNamed} from './preset.ts'
import type {WarmUp} from './warm-up.ts'

/** What the caller gave; absent is not given. */
export interface BenchmarkRequest {
  readonly providers?: readonly string[] | undefined
  readonly operations?: readonly string[] | undefined
  readonly preset?: string | undefined
  readonly iterations?: number | undefined
  readonly duration?: string | undefined
  readonly concurrency?: number | undefined
  readonly warmUp?: WarmUp | undefined
  readonly hasBudgetFile?: boolean | undefined
  readonly noGate?: boolean | undefined
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
  readonly concurrency: number
  readonly warmUp: WarmUp
  readonly policy: PolicyChoice
  readonly gate: 'none' | 'preset' | 'file' | 'off'
  readonly presetBudgets: readonly BudgetEntry[]
  readonly mustRun: boolean
}

/** Without a flag, profile or preset. */
export const DEFAULT_PROVIDERS = ['mock']
const DEFAULT_ITERATIONS = 100
const MOST_ITERATIONS = 10_000_000
const MOST_CONCURRENCY = 1024
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
    concurrency: inRange('--concurrency', request.concurrency ?? preset?.concurrency ?? 1, 1, MOST_CONCURRENCY),
    warmUp: checkWarmUp(request.warmUp ?? 'auto'),
    policy: {timeoutPreset: profile.timeout_preset, retryPreset: profile.retry_preset, ...request.policy},
    gate: gateOf(request, preset),
    presetBudgets: preset?.budgets ?? [],
    mustRun: request.requireRun === true || (request.providers !== undefined && request.allowSkip !== true),
  }
}

function checkConflicts(request: BenchmarkRequest): void {
  if (request.noGate && request.hasBudgetFile) {
    throw new AssayError('usage', '--no-gate and --budget-file contradict each other', {hint: 'Give one of them.'})
  }
  if (request.requireRun && request.allowSkip) {
    throw new AssayError('usage', '--require-run and --allow-skip contradict each other', {hint: 'Give one of them.'})
  }
}

function gateOf(request: BenchmarkRequest, preset: BenchmarkPreset | undefined): Settings['gate'] {
  if (request.noGate) return 'off'
  if (request.hasBudgetFile) return 'file'
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
