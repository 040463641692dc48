import {AssayError} from '#error/assay-error'
import {nearestHint} from '#error/nearest'
import {EVAL_ERROR_SHARE} from '#gate/execution-rule'
import type {Rule} from '#gate/rule'
import {parseThreshold} from '#gate/threshold'
import type {PolicyChoice} from '#provider/request-policy'
import type {ChosenTranslator} from '#provider/translator/load-translator'
import type {Environment} from '#world/environment'
import {ENVIRONMENTS, rulesOf} from '#world/environments'
import {environmentUnder} from '#world/planner/presets'
import {evalScope} from '../result/eval-scope.ts'
import {SIZES, type Size, type Suite} from '../suite.ts'
import {isSuiteFile, SUITES, suitesOf} from '../suites.ts'
import {metaTrials} from '../trial/meta-trials.ts'
import {parseTrialKey, type TrialKey} from '../trial/trial-key.ts'
import {narrowedSuites} from './narrowed-suites.ts'
import {type StoppingSettings, stoppingOf} from './stopping.ts'

/** What the caller gave; absent is not given. */
export interface EvalRequest {
  readonly suites?: readonly string[] | undefined
  readonly providers?: readonly string[] | undefined
  readonly envs?: readonly string[] | undefined
  /** Of suites whose kinds of trials are operations: only these. */
  readonly operations?: readonly string[] | undefined
  readonly size?: string | undefined
  readonly n?: number | undefined
  readonly seed?: number | undefined
  readonly planner?: string | undefined
  readonly noGate?: boolean | undefined
  readonly hasGateFile?: boolean | undefined
  readonly hasBaseline?: boolean | undefined
  readonly thresholds?: readonly string[] | undefined
  readonly maxModelEvals?: number | undefined
  readonly maxErrorShare?: number | undefined
  readonly allowSkip?: boolean | undefined
  readonly episode?: string | undefined
  readonly timeLimitMs?: number | undefined
  readonly workers?: number | undefined
  readonly concurrency?: number | undefined
  readonly untilDecided?: boolean | undefined
  readonly maxN?: number | undefined
  readonly failFast?: boolean | undefined
  readonly policy?: PolicyChoice | undefined
  /** What makes commands of the raw actions of policies. */
  readonly translator?: ChosenTranslator | undefined
}

/** The part of a configuration profile that an evaluation reads. */
export interface EvalProfile {
  readonly providers?: readonly string[] | undefined
  /** What an evaluation can do: suites and sets of suites. */
  readonly operations?: readonly string[] | undefined
  readonly timeout_preset?: string | undefined
  readonly retry_preset?: string | undefined
}

/** What applies, checked. */
export interface EvalSettings extends StoppingSettings {
  readonly suites: readonly Suite[]
  readonly providers: readonly string[]
  readonly environments: readonly Environment[]
  readonly size: Size | 'custom'
  readonly seed: number
  readonly planner: string
  readonly gate: 'default' | 'file' | 'off'
  readonly thresholds: readonly Rule[]
  readonly maxModelEvals?: number
  readonly maxErrorShare: number
  readonly only?: TrialKey
  readonly timeLimitMs?: number
  /** Threads for providers in this process; absent is as many as the machine has cores, up to eight. Changes no result. */
  readonly workers?: number
  /** Trials of a remote provider under way at a time; absent is one. Changes no result. */
  readonly concurrency?: number
  readonly policy: PolicyChoice
  readonly translator?: ChosenTranslator | undefined
  /** Fingerprint of the machine, where it is known. */
  readonly machine?: string | undefined
  /** A provider that the caller named must run, and what was named must run with it. */
  readonly mustRun: {readonly providers: boolean; readonly suites: boolean; readonly environments: boolean}
  /** Trials of a suite, per provider or per environment of a provider. */
  trialsOf(suite: Suite): number
}

/** What runs when neither flags nor a profile name a provider: the one that all the suites have as their control, else the exact rules. */
export function defaultProviders(suites: readonly Suite[]): string[] {
  const controls = new Set(suites.map(({control}) => control))
  const [control] = controls
  return [(controls.size === 1 && control) || 'analytic']
}

const DEFAULTS = {suites: ['core'], size: 'quick', seed: 42, planner: 'standard'} as const
const MOST_TRIALS = 100_000
const MOST_WORKERS = 64
const MOST_CONCURRENCY = 256
const MOST_EVALS = 1e15

/** Flags over profile over defaults, each field as a whole; `own` are the suites of the caller's files. Throws `usage`, `out_of_range`, `suite_unknown`, `env_unknown`, `preset_unknown`. */
export function resolveSettings(
  request: EvalRequest,
  profile: EvalProfile = {},
  own: readonly Suite[] = [],
): EvalSettings {
  const names = listOf('--suite', request.suites ?? profile.operations ?? DEFAULTS.suites)
  const named = [...suitesOf(names.filter((name) => !isSuiteFile(name))), ...own]
  if (named.includes(SUITES.fixtures)) {
    throw new AssayError('usage', '--suite fixtures has no cases of its own', {
      hint: 'Name the file with your cases: --suite cases.yaml.',
    })
  }
  const suites = narrowedSuites(named, request.operations)
  const {planner = DEFAULTS.planner, n} = request
  const environments = listOf('--env', request.envs ?? environmentsOf(suites))
    .map(rulesOf)
    .map((environment) => environmentUnder(planner, environment))
  const size = sizeOf(request.size ?? DEFAULTS.size)
  const settings: EvalSettings = {
    suites,
    providers: listOf('--provider', request.providers ?? profile.providers ?? defaultProviders(suites)),
    environments,
    size: n === undefined ? size : 'custom',
    seed: seedOf(request.seed ?? DEFAULTS.seed),
    planner,
    gate: gateChoiceOf(request),
    thresholds: thresholdsOf(request, suites),
    ...limitsOf(request),
    ...stoppingOf(request),
    policy: {timeoutPreset: profile.timeout_preset, retryPreset: profile.retry_preset, ...request.policy},
    translator: translatorFor(suites, request),
    mustRun: mustRunOf(request),
    trialsOf: (suite) => trialsOf(suite, {n, size, environments}),
  }
  return request.episode === undefined ? settings : {...settings, only: onlyTrial(request.episode, settings)}
}

/** Every environment with a task, and those without one that some suite takes. */
function environmentsOf(suites: readonly Suite[]): string[] {
  return [...ENVIRONMENTS.keys(), ...suites.flatMap(({also}) => also ?? [])]
}

function trialsOf(
  {kind, fixedTrials, trials}: Suite,
  {n, size, environments}: {n: number | undefined; size: Size; environments: readonly Environment[]},
): number {
  if (fixedTrials !== undefined) return fixedTrials
  if (kind !== 'meta') return n ?? trials[size]
  const {length} = metaTrials(environments)
  return Math.min(n ?? length, length)
}

function limitsOf(
  request: EvalRequest,
): Pick<EvalSettings, 'maxModelEvals' | 'maxErrorShare' | 'timeLimitMs' | 'workers' | 'concurrency'> {
  const {n, maxN, maxModelEvals, timeLimitMs, workers, concurrency, maxErrorShare = EVAL_ERROR_SHARE} = request
  if (n !== undefined) whole('--n', n, MOST_TRIALS)
  if (maxN !== undefined) whole('--max-n', maxN, MOST_TRIALS)
  if (concurrency !== undefined) whole('--concurrency', concurrency, MOST_CONCURRENCY)
  if (maxModelEvals !== undefined) whole('--max-model-evals', maxModelEvals, MOST_EVALS)
  if (workers !== undefined) whole('--workers', workers, MOST_WORKERS)
  if (timeLimitMs !== undefined) whole('--time-limit', timeLimitMs, MOST_EVALS)
  return {
    ...(maxModelEvals !== undefined && {maxModelEvals}),
    ...(timeLimitMs !== undefined && {timeLimitMs}),
    ...(workers !== undefined && {workers}),
    ...(concurrency !== undefined && {concurrency}),
    maxErrorShare: shareOf(maxErrorShare),
  }
}

function translatorFor(suites: readonly Suite[], {translator}: EvalRequest): ChosenTranslator | undefined {
  if (!translator || suites.some(({kind}) => kind === 'policy')) return translator
  throw new AssayError('usage', '--translator goes with a suite that asks policies', {hint: 'Add --suite policy.'})
}

function mustRunOf({providers, suites, envs, allowSkip}: EvalRequest): EvalSettings['mustRun'] {
  const named = (names: readonly string[] | undefined) => names !== undefined && allowSkip !== true
  return {providers: named(providers), suites: named(suites), environments: named(envs)}
}

function thresholdsOf({noGate, thresholds = []}: EvalRequest, suites: readonly Suite[]): Rule[] {
  if (noGate && thresholds.length > 0) {
    throw new AssayError('usage', '--no-gate and --threshold contradict each other', {hint: 'Give one of them.'})
  }
  return thresholds.map((text, at) => parseThreshold(text, at + 1, evalScope(suites, [])))
}

function gateChoiceOf({noGate, hasGateFile, hasBaseline}: EvalRequest): EvalSettings['gate'] {
  if (noGate && (hasGateFile || hasBaseline)) {
    throw new AssayError('usage', `--no-gate and ${hasGateFile ? '--gate' : '--baseline'} contradict each other`, {
      hint: 'Give one of them.',
    })
  }
  return noGate ? 'off' : hasGateFile ? 'file' : 'default'
}

function onlyTrial(text: string, {suites, environments, trialsOf}: EvalSettings): TrialKey {
  const key = parseTrialKey(text)
  const suite = suites.find(({name}) => name === key.suite)
  const isPlace = suite?.isPlaceless || environments.some(({id}) => id === key.env)
  const isPlanned = suite && isPlace && key.episode < trialsOf(suite)
  if (isPlanned) return key
  throw new AssayError('usage', '--episode names a trial outside the plan', {
    hint: 'Its suite and environment must run, and its number must lie below --n or the size.',
  })
}

function listOf(flag: string, names: readonly string[]): string[] {
  if (names.length === 0) throw new AssayError('usage', `${flag} names nothing`)
  return [...new Set(names)]
}

function sizeOf(text: string): Size {
  const size = SIZES.find((known) => known === text)
  if (size) return size
  throw new AssayError('usage', 'there is no such size', {hint: nearestHint(text, SIZES)})
}

function whole(flag: string, value: number, most: number): void {
  if (Number.isInteger(value) && value >= 1 && value <= most) return
  throw new AssayError('out_of_range', `${flag} must be a whole number from 1 to ${most}`)
}

function seedOf(seed: number): number {
  if (Number.isSafeInteger(seed) && seed >= 0) return seed
  throw new AssayError('out_of_range', `--seed must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`)
}

/** All trials in error must stay too many: else the rule could never fail. */
function shareOf(share: number): number {
  if (share >= 0 && share < 1) return share
  throw new AssayError('out_of_range', '--max-error-share must be at least 0 and below 1')
}
