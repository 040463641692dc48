import {AssayError} from '#error/assay-error'
import {nearestHint} from '#error/nearest'
import {EVAL_ERROR_SHARE} from '#gate/execution-rule'
import type {Rule} from '#gate/rule'
import {parseThresholds} from '#gate/threshold'
import {checkAsked} from '#measurement/asked'
import type {ChosenTranslator} from '#provider/translator/chosen-translator'
import {ENVIRONMENTS, rulesOf} from '#world/environments'
import {environmentUnder} from '#world/planner/presets'
import type {TrialCounts} from '../catalogue/load-suite.ts'
import {isSuiteFile, SUITE_SETS} from '../catalogue/suite-table.ts'
import type {EvalRequest} from '../model/eval-options.ts'
import {EVAL_OPTIONS} from '../model/eval-options.ts'
import type {EvalSettings} from '../model/eval-settings.ts'
import {SIZES, type Size, type Suite} from '../model/suite.ts'
import {parseTrialKey, type TrialKey} from '../model/trial-key.ts'
import {evalScope} from './load-rules.ts'
import {narrowedSuites, suitesAsking} from './narrowed-suites.ts'
import {stoppingSettings} from './stopping.ts'

/** The part of a configuration profile that an evaluation reads. */
export interface EvalProfile {
  readonly providers?: readonly string[] | undefined
  /** Operations of providers: of the usual suites those run that ask one of them. */
  readonly operations?: readonly string[] | undefined
  readonly timeout_preset?: string | undefined
  readonly retry_preset?: string | undefined
}

/** What runs when neither flags nor a profile name a provider: what the caller brought along, else the one that all the suites have as their control, else the exact rules. */
export function defaultProviders(suites: readonly Suite[], brought: readonly string[]): readonly string[] {
  if (brought.length > 0) return brought
  const controls = new Set(suites.map(({control}) => control))
  const [control] = controls
  return [(controls.size === 1 && control) || 'analytic']
}

const DEFAULTS = {suites: ['core'], size: 'quick', seed: 42, planner: 'standard', maxSuiteTimeMs: 30 * 60_000} as const

/** What was read of the files that a request names. */
interface Given {
  /** The built-in suites that `builtInNames` tells, in the order of the catalogue. */
  readonly builtIn: readonly Suite[]
  readonly profile?: EvalProfile | undefined
  /** The suites of the caller's files. */
  readonly own?: readonly Suite[]
  readonly translator?: ChosenTranslator | undefined
  /** Names of the providers that the caller brought along. */
  readonly brought?: readonly string[] | undefined
  /** Trial counts of the suites that list them, by name. */
  readonly counts?: TrialCounts | undefined
}

/** The names of a request that are no files of the caller's: suites and sets of the catalogue. */
export function builtInNames({suites = DEFAULTS.suites}: Pick<EvalRequest, 'suites'>): string[] {
  return suites.filter((name) => !isSuiteFile(name))
}

/** Flags over profile over defaults, each field as a whole. Throws `usage`, `out_of_range`, `suite_unknown`, `env_unknown`, `preset_unknown`. */
export function resolveEvalSettings(
  request: EvalRequest,
  {builtIn, profile = {}, own = [], translator, counts, brought = []}: Given,
): EvalSettings {
  checkAsked(EVAL_OPTIONS, request)
  listOf('--suite', request.suites ?? DEFAULTS.suites)
  // Who names suites has chosen; the operations of a profile choose among those that run without being named.
  const named = [...(request.suites ? builtIn : suitesAsking(builtIn, profile.operations)), ...own]
  if (builtIn.some(({name}) => name === 'fixtures')) {
    throw new AssayError('usage', '--suite fixtures has no cases of its own', {
      hint: 'Name the file with your cases: --suite cases.yaml.',
    })
  }
  const suites = narrowedSuites(named, request.operations)
  const {planner = DEFAULTS.planner, n} = request
  const environments = listOf('--env', request.envs ?? environmentsOf(suites, translator))
    .map(rulesOf)
    .map((environment) => environmentUnder(planner, environment))
  const size = parseSize(request.size ?? DEFAULTS.size)
  const settings: EvalSettings = {
    suites,
    providers: listOf('--provider', request.providers ?? profile.providers ?? defaultProviders(suites, brought)),
    environments,
    size: n === undefined ? size : 'custom',
    seed: request.seed ?? DEFAULTS.seed,
    planner,
    gate: request.noGate ? 'off' : request.gate === undefined ? 'default' : 'file',
    thresholds: thresholdsOf(request, suites),
    ...limitsOf(request),
    ...stoppingSettings(request),
    policy: {timeoutPreset: profile.timeout_preset, retryPreset: profile.retry_preset, ...request.policy},
    translator: translatorFor(suites, translator),
    mustRun: mustRunOf(
      request,
      [request.providers, profile.providers, brought].some((names) => names?.length),
      request.suites === undefined ? [] : chosenAlone(named),
    ),
    trialsOf: (suite) => trialsOf(suite, {n, size, environments, counts}),
  }
  return request.episode === undefined ? settings : {...settings, only: onlyTrial(request.episode, settings)}
}

/** Every environment with a task, and those without one that some suite takes; of these those that the translator is for. */
function environmentsOf(suites: readonly Suite[], translator: ChosenTranslator | undefined): string[] {
  const all = [...ENVIRONMENTS.keys(), ...suites.flatMap(({also}) => also ?? [])]
  return all.filter((id) => translator?.worlds?.includes(id) ?? true)
}

interface Asked {
  readonly n: number | undefined
  readonly size: Size
}

function trialsOf(
  {name, fixedTrials, trials}: Suite,
  {n, size, environments, counts}: Pick<Given, 'counts'> & Pick<EvalSettings, 'environments'> & Asked,
): number {
  if (fixedTrials !== undefined) return fixedTrials
  const listed = counts?.get(name)?.(environments)
  return listed === undefined ? (n ?? trials[size]) : Math.min(n ?? listed, listed)
}

function limitsOf(
  request: EvalRequest,
): Pick<
  EvalSettings,
  'maxModelEvals' | 'maxErrorShare' | 'timeLimitMs' | 'maxSuiteTimeMs' | 'workers' | 'concurrency'
> {
  const {maxModelEvals, timeLimitMs, workers, concurrency, maxErrorShare = EVAL_ERROR_SHARE} = request
  const {maxSuiteTimeMs = DEFAULTS.maxSuiteTimeMs} = request
  return {
    ...(maxModelEvals !== undefined && {maxModelEvals}),
    ...(timeLimitMs !== undefined && {timeLimitMs}),
    ...(workers !== undefined && {workers}),
    ...(concurrency !== undefined && {concurrency}),
    maxErrorShare,
    maxSuiteTimeMs,
  }
}

function translatorFor(
  suites: readonly Suite[],
  translator: ChosenTranslator | undefined,
): ChosenTranslator | undefined {
  if (!translator) return undefined
  const served: readonly string[] = translator.serves
  const isUsed = suites.some(({asks}) => asks.some((operation) => served.includes(operation)))
  if (isUsed) return translator
  throw new AssayError('usage', '--translator says nothing that a suite of this evaluation asks', {
    hint: 'time and emit go with --suite policy, observe and actions with closed-loop, score-ranking and planning-regret, frame with latent.',
  })
}

/**
 * A provider counts as named whoever named it: a flag, a profile, or the file that brought it. Suites count only where they are a choice of the
 * caller's own.
 */
function mustRunOf(
  {envs, allowSkip}: EvalRequest,
  isNamed: boolean,
  chosen: readonly string[],
): EvalSettings['mustRun'] {
  const isAsked = (given: boolean) => given && allowSkip !== true
  return {
    providers: isAsked(isNamed),
    suites: allowSkip === true ? [] : chosen,
    environments: isAsked(envs !== undefined),
  }
}

/** The suites that belong to no set of several which is asked for as a whole, however it was spelled: of a set a provider leaves out what it has no part in. */
export function chosenAlone(suites: readonly Suite[]): string[] {
  const names = new Set<string>(suites.map(({name}) => name))
  const whole = Object.values(SUITE_SETS).filter((set) => set.length > 1 && set.every((name) => names.has(name)))
  const members = new Set<string>(whole.flat())
  return [...names].filter((name) => !members.has(name))
}

function thresholdsOf({thresholds = []}: EvalRequest, suites: readonly Suite[]): Rule[] {
  return thresholds.length === 0 ? [] : parseThresholds(thresholds, evalScope(suites, []))
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

/** The size of this name. Throws `usage` with the nearest. */
export function parseSize(text: string): Size {
  const size = SIZES.find((known) => known === text)
  if (size) return size
  throw new AssayError('usage', 'there is no such size', {hint: nearestHint(text, SIZES)})
}
