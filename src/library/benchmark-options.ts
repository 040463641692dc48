import {BENCHMARK_OPTIONS} from '#benchmark/model/benchmark-options'
import type {BenchmarkRequest} from '#benchmark/model/benchmark-request'
import {argvOf} from './given-options.ts'
import {measuredOptions, measuredRequest, type OptionFields} from './measured-options.ts'
import type {OptionTable} from './option-table.ts'
import {
  ACCESS,
  ASSETS,
  type LocalAssets,
  NAMING,
  type ProviderAccess,
  type RunNaming,
  type RunTelling,
  TELLING,
  WORKSPACE,
  type WorkspaceOptions,
} from './surroundings.ts'
import type {Verb} from './verb.ts'

/**
 * What `benchmark` takes. Each provider is measured in a process of its own, so a provider of yours comes as a module, a program or a server
 * (`providerModules`, `providersFile`), not as an object.
 */
export interface BenchmarkOptions extends WorkspaceOptions, ProviderAccess, LocalAssets, RunNaming, RunTelling {
  /** Providers by name; `mock` by default. */
  readonly providers?: readonly string[] | undefined
  /** Operations by name; all that each provider has by default. */
  readonly operations?: readonly string[] | undefined
  /** Named benchmark with a budget of its own; see `listPresets`. */
  readonly preset?: string | undefined
  /** With the preset `remote-media-dryrun`: send each media operation once, at its cost. */
  readonly live?: boolean | undefined
  /** Measured calls an operation; 100 by default. With `durationMs` the most there may be. */
  readonly iterations?: number | undefined
  /** Measure each operation so many milliseconds. */
  readonly durationMs?: number | undefined
  /** Calls under way at a time; 1 by default. */
  readonly concurrency?: number | undefined
  /** Open loop: calls begun a second, whatever the answers do. */
  readonly rate?: number | undefined
  /** How an open loop spaces calls: `constant` or `poisson`. */
  readonly arrival?: 'constant' | 'poisson' | undefined
  /** Open loop: most calls under way; 1024 by default. */
  readonly maxInFlight?: number | undefined
  /** Fresh processes that measure each provider; 1 by default. */
  readonly repeats?: number | undefined
  /** Make a candidate budget from so many fresh processes. */
  readonly calibrate?: number | undefined
  /** Calls before measuring; `auto` (default) ends when block medians agree. */
  readonly warmUp?: number | 'auto' | undefined
  /** What to send instead of the defaults: JSON, YAML or TOML. */
  readonly inputFile?: string | URL | undefined
  /** What makes actions of raw ones when a policy is measured: a file, or `builtin:raw`. */
  readonly translator?: string | URL | undefined
  /** Limits that decide the verdict: JSON, YAML or TOML. */
  readonly budgetFile?: string | URL | undefined
  /** Gate file that decides: YAML, TOML or JSON. */
  readonly gate?: string | URL | undefined
  /** Rules, as in `score: response_ms.p95<250ms`. */
  readonly thresholds?: readonly string[] | undefined
  /** Run to compare with: id, folder or a file in it. */
  readonly baseline?: string | URL | undefined
  /** The baseline may be of another machine. */
  readonly allowCrossMachine?: boolean | undefined
  /** Measure only: nothing but errors decides. */
  readonly noGate?: boolean | undefined
  /** A skipped provider is no good end. */
  readonly requireRun?: boolean | undefined
  /** A named provider that is not configured may be skipped. */
  readonly allowSkip?: boolean | undefined
  /** Configuration profile: JSON, TOML or YAML. */
  readonly profile?: string | URL | undefined
  /** Limit of one attempt, in seconds. */
  readonly timeoutSeconds?: number | undefined
  /** Limit of a whole operation with its retries, in seconds. */
  readonly maxElapsedSeconds?: number | undefined
  /** Repeats of a failed call where the provider allows them. */
  readonly retries?: number | undefined
}

type Aside = typeof WORKSPACE & typeof ACCESS & typeof ASSETS & typeof NAMING & typeof TELLING

const MEASURED = {
  providers: 'providers',
  operations: 'operations',
  preset: 'preset',
  live: 'live',
  iterations: 'iterations',
  durationMs: 'durationMs',
  concurrency: 'concurrency',
  rate: 'rate',
  arrival: 'arrival',
  maxInFlight: 'maxInFlight',
  repeats: 'repeats',
  calibrate: 'calibrate',
  warmUp: 'warmUp',
  inputFile: 'inputs',
  translator: 'translator',
  budgetFile: 'budget',
  gate: 'gate',
  thresholds: 'thresholds',
  baseline: 'baseline',
  allowCrossMachine: 'isAnyMachine',
  noGate: 'noGate',
  requireRun: 'requireRun',
  allowSkip: 'allowSkip',
  profile: 'profile',
  timeoutSeconds: 'timeoutSeconds',
  maxElapsedSeconds: 'maxElapsedSeconds',
  retries: 'retries',
} as const satisfies OptionFields<Omit<BenchmarkOptions, keyof Aside>, BenchmarkRequest>

export const BENCHMARK = {
  name: 'benchmark',
  command: 'benchmark',
  hasCases: true,
  tellsAbort: true,
  worksThere: true,
  options: {
    ...WORKSPACE,
    ...ACCESS,
    ...ASSETS,
    ...NAMING,
    ...TELLING,
    ...measuredOptions(BENCHMARK_OPTIONS, MEASURED),
  } satisfies OptionTable<BenchmarkOptions>,
} as const satisfies Verb

export const SELFTEST_BENCHMARK = {...BENCHMARK, name: 'selftestBenchmark', tellsAbort: false} as const satisfies Verb

/** What `benchmark` and `selftestBenchmark` ask of the kind of run. */
export function benchmarkOrder(options: BenchmarkOptions) {
  return {
    request: measuredRequest<BenchmarkRequest>(MEASURED, options),
    commandArgv: argvOf('benchmark', BENCHMARK.options, options),
  }
}
