import type {EvalRequest} from '#eval/model/eval-options'
import {EVAL_OPTIONS} from '#eval/model/eval-options'
import {argvOf} from './given-options.ts'
import {measuredOptions, measuredRequest, type OptionFields} from './measured-options.ts'
import {needed, type OptionTable} from './option-table.ts'
import {
  ACCESS,
  ASSETS,
  type LocalAssets,
  NAMING,
  OWN,
  type OwnProviders,
  type ProviderAccess,
  type RunNaming,
  type RunTelling,
  TELLING,
  WORKSPACE,
  type WorkspaceOptions,
} from './surroundings.ts'
import type {Verb} from './verb.ts'

/** What an evaluation is judged by. */
export interface EvaluationRules {
  /** Gate file that decides: YAML, TOML or JSON. */
  readonly gate?: string | URL | undefined
  /** Run to compare with: id, folder or a file in it. */
  readonly baseline?: string | URL | undefined
  /** Measure only: nothing but errors decides. */
  readonly noGate?: boolean | undefined
  /** Further rules, as in `closed-loop/env=two-room: spl>=0.7`. */
  readonly thresholds?: readonly string[] | undefined
  /** Share of trials, 0 to 1, that may end in an error; 0.02 by default. */
  readonly maxErrorShare?: number | undefined
}

/** What `evaluate` takes. */
export interface EvaluateOptions
  extends WorkspaceOptions,
    ProviderAccess,
    LocalAssets,
    RunNaming,
    RunTelling,
    OwnProviders,
    EvaluationRules {
  /** Suites, sets of suites or suite files; the set `core` by default. */
  readonly suites?: readonly string[] | undefined
  /** Providers by name; `analytic` by default, `observer` where answers about scenes are asked for. */
  readonly providers?: readonly string[] | undefined
  /** Environments by name; all that the suites know by default. */
  readonly environments?: readonly string[] | undefined
  /** Operations that suites such as `media` are narrowed to; all by default. */
  readonly operations?: readonly string[] | undefined
  /** How many trials: `smoke`, `quick` (default), `standard` or `full`. */
  readonly size?: string | undefined
  /** Trials of each suite, instead of `size`. */
  readonly n?: number | undefined
  /** End the trials of a suite in an environment once its rules are decided, by evidence that holds at any time. */
  readonly untilDecided?: boolean | undefined
  /** With `untilDecided`: most trials of a suite in an environment. */
  readonly maxN?: number | undefined
  /** Base seed of all trials; 42 by default. The same seed, providers and version give the same result. */
  readonly seed?: number | undefined
  /** Planner of closed-loop trials; `standard` by default. */
  readonly planner?: string | undefined
  /** What providers are shown, and what makes commands of the raw actions of policies: a file, or a built-in one such as `builtin:raw`. */
  readonly translator?: string | URL | undefined
  /** Model steps one episode may use. */
  readonly maxModelEvals?: number | undefined
  /** Lets the verdict pass where a suite or provider that was named is skipped or not run. */
  readonly allowSkip?: boolean | undefined
  /** Run one trial again, by its key in `results/failures.json`. */
  readonly episode?: string | undefined
  /** Begin no further trial after so many milliseconds; one under way ends first, within the limit of its provider's calls. */
  readonly timeLimitMs?: number | undefined
  /** Suites that would take a remote provider longer, which answers one prediction a call, are not begun; 1,800,000 milliseconds by default. */
  readonly maxSuiteTimeMs?: number | undefined
  /** Threads for the built-in providers; as many as cores, up to 8, by default. Changes no result. */
  readonly workers?: number | undefined
  /** Trials of a remote provider under way at a time; 1 by default. Changes no result. */
  readonly concurrency?: number | undefined
  /** End the run once a rule that decides has failed for good. */
  readonly failFast?: boolean | undefined
  /** Configuration profile: JSON, TOML or YAML. */
  readonly profile?: string | URL | undefined
}

/** What `recompute` takes. With rules of your own the run is judged anew by them. */
export interface RecomputeOptions extends WorkspaceOptions, EvaluationRules {
  /** The run: id, folder or a file in it. */
  readonly run: string | URL
}

/** What `selftestEvaluation` takes. */
export interface SelftestEvaluationOptions extends WorkspaceOptions, EvaluationRules {
  /** The run to break in memory: id, folder or a file in it; the newest evaluation by default. */
  readonly run?: string | URL | undefined
}

type Aside = typeof WORKSPACE & typeof ACCESS & typeof ASSETS & typeof NAMING & typeof TELLING & typeof OWN

const RULES = {
  gate: 'gate',
  baseline: 'baseline',
  noGate: 'noGate',
  thresholds: 'thresholds',
  maxErrorShare: 'maxErrorShare',
} as const satisfies OptionFields<EvaluationRules, EvalRequest>

const MEASURED = {
  ...RULES,
  suites: 'suites',
  providers: 'providers',
  environments: 'envs',
  operations: 'operations',
  size: 'size',
  n: 'n',
  untilDecided: 'untilDecided',
  maxN: 'maxN',
  seed: 'seed',
  planner: 'planner',
  translator: 'translator',
  maxModelEvals: 'maxModelEvals',
  allowSkip: 'allowSkip',
  episode: 'episode',
  timeLimitMs: 'timeLimitMs',
  maxSuiteTimeMs: 'maxSuiteTimeMs',
  workers: 'workers',
  concurrency: 'concurrency',
  failFast: 'failFast',
  profile: 'profile',
} as const satisfies OptionFields<Omit<EvaluateOptions, keyof Aside>, EvalRequest>

const RECORDED = {...RULES, run: 'recompute'} as const satisfies OptionFields<
  Omit<SelftestEvaluationOptions, keyof typeof WORKSPACE>,
  EvalRequest
>

export const EVALUATE = {
  name: 'evaluate',
  command: 'eval',
  hasCases: true,
  tellsAbort: true,
  worksThere: true,
  options: {
    ...WORKSPACE,
    ...ACCESS,
    ...ASSETS,
    ...NAMING,
    ...TELLING,
    ...OWN,
    ...measuredOptions(EVAL_OPTIONS, MEASURED),
  } satisfies OptionTable<EvaluateOptions>,
} as const satisfies Verb

export const RECOMPUTE = {
  name: 'recompute',
  command: 'eval',
  hasCases: true,
  tellsAbort: true,
  options: {
    ...WORKSPACE,
    ...measuredOptions(EVAL_OPTIONS, RULES),
    run: needed('place', '--recompute'),
  } satisfies OptionTable<RecomputeOptions>,
} as const satisfies Verb

export const SELFTEST_EVALUATION = {
  name: 'selftestEvaluation',
  command: 'eval',
  hasCases: true,
  options: {
    ...WORKSPACE,
    ...measuredOptions(EVAL_OPTIONS, RECORDED),
  } satisfies OptionTable<SelftestEvaluationOptions>,
} as const satisfies Verb

/** What `evaluate` asks of the kind of run. */
export function evaluationOrder(options: EvaluateOptions) {
  return {
    request: measuredRequest<EvalRequest>(MEASURED, options),
    commandArgv: argvOf('eval', EVALUATE.options, options),
  }
}

/** What `recompute` asks of it. */
export function recomputingOrder(options: RecomputeOptions) {
  return {
    request: measuredRequest<EvalRequest>(RECORDED, options),
    commandArgv: argvOf('eval', RECOMPUTE.options, options),
  }
}

/** What `selftestEvaluation` asks of it; no run tells of it. */
export function selftestOrder(options: SelftestEvaluationOptions) {
  return {request: measuredRequest<EvalRequest>(RECORDED, options), commandArgv: ['eval', '--selftest']}
}
