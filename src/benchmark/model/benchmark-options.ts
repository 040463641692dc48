import type {Option} from '#measurement/option'
import {
  ALLOW_SKIP,
  BASELINE,
  GATE,
  NO_GATE,
  PROFILE,
  PROVIDER,
  SELFTEST,
  THRESHOLD,
  TRANSLATOR,
} from '#measurement/shared-options'
import type {PolicyChoice} from '#provider/model/request-policy'
import type {Arrival} from './pacing.ts'
import {ARRIVALS} from './pacing.ts'
import type {WarmUp} from './warm-up.ts'

/** Processes that a calibration needs: half of them must still have a spread. */
export const LEAST_CALIBRATED_PROCESSES = 6
const MOST_PROCESSES = 100
export const MOST_ITERATIONS = 10_000_000
export const MOST_AT_ONCE = 1024

/** What the caller gave; absent is not given. */
export interface BenchmarkRequest {
  readonly providers?: readonly string[] | undefined
  readonly operations?: readonly string[] | undefined
  readonly preset?: string | undefined
  readonly iterations?: number | undefined
  /** Measure each operation so long; `iterations` is then the most. */
  readonly durationMs?: number | undefined
  readonly concurrency?: number | undefined
  /** Calls a second of an open loop. */
  readonly rate?: number | undefined
  readonly arrival?: Arrival | undefined
  readonly maxInFlight?: number | undefined
  readonly repeats?: number | undefined
  /** Fresh processes to make a candidate budget from. */
  readonly calibrate?: number | undefined
  readonly warmUp?: WarmUp | undefined
  /** What to send instead of the defaults. */
  readonly inputs?: string | undefined
  /** A translator file, or a built-in translator by its name. */
  readonly translator?: string | undefined
  /** Limits that decide the verdict. */
  readonly budget?: string | undefined
  /** A gate file. */
  readonly gate?: string | undefined
  /** A run to compare with: id, folder or a file in it. */
  readonly baseline?: string | undefined
  readonly isAnyMachine?: boolean | undefined
  readonly thresholds?: readonly string[] | undefined
  readonly noGate?: boolean | undefined
  /** Sends what `remote-media-dryrun` would only build. */
  readonly live?: boolean | undefined
  readonly requireRun?: boolean | undefined
  readonly allowSkip?: boolean | undefined
  readonly timeoutSeconds?: number | undefined
  readonly maxElapsedSeconds?: number | undefined
  readonly retries?: number | undefined
  /** Limits that a job chose for all its steps. */
  readonly policy?: PolicyChoice | undefined
  /** A configuration profile. */
  readonly profile?: string | undefined
}

/** Everything a benchmark can be asked for; `field` is of `BenchmarkRequest` or, for files, of `BenchmarkOrder`. */
export const BENCHMARK_OPTIONS: readonly Option[] = [
  PROVIDER,
  {
    flag: 'operation',
    field: 'operations',
    value: {type: 'names'},
    job: 'operations',
    summary: 'Operation to measure; all the provider has by default. Repeatable.',
  },
  {
    flag: 'preset',
    field: 'preset',
    value: {type: 'name'},
    summary: 'Named benchmark with a budget of its own.',
    excludes: [{flag: 'list-presets'}],
  },
  {
    flag: 'live',
    field: 'live',
    value: {type: 'switch'},
    job: false,
    summary: 'With remote-media-dryrun: send each media operation once, at its cost.',
  },
  {
    flag: 'show-preset',
    field: 'showPreset',
    value: {type: 'name'},
    job: false,
    summary: 'Tell one preset with all its numbers and measure nothing.',
  },
  {
    flag: 'list-presets',
    field: 'listPresets',
    value: {type: 'switch'},
    job: false,
    summary: 'Tell the presets and measure nothing.',
  },
  {
    flag: 'iterations',
    field: 'iterations',
    value: {type: 'whole', min: 1, max: MOST_ITERATIONS},
    summary: 'Measured calls an operation; 100 by default.',
  },
  {
    flag: 'duration',
    field: 'durationMs',
    value: {type: 'duration'},
    shown: '30s',
    job: 'duration_ms',
    said: 'Milliseconds.',
    summary: 'Measure each operation so long; --iterations is then the most.',
  },
  {
    flag: 'concurrency',
    field: 'concurrency',
    value: {type: 'whole', min: 1, max: MOST_AT_ONCE},
    summary: 'Calls under way at a time; 1 by default.',
  },
  {
    flag: 'rate',
    field: 'rate',
    value: {type: 'number', above: 0, max: 1_000_000},
    shown: 'N',
    summary: 'Open loop: begin so many calls a second whatever the answers do.',
    excludes: [{flag: 'concurrency'}],
  },
  {
    flag: 'arrival',
    field: 'arrival',
    value: {type: 'name', values: ARRIVALS},
    shown: 'KIND',
    summary: 'How an open loop spaces calls: constant or poisson.',
  },
  {
    flag: 'max-in-flight',
    field: 'maxInFlight',
    value: {type: 'whole', min: 1, max: MOST_AT_ONCE},
    summary: 'Open loop: most calls under way; 1024 by default.',
  },
  {
    flag: 'repeats',
    field: 'repeats',
    value: {type: 'whole', min: 1, max: MOST_PROCESSES},
    summary: 'Fresh processes that measure each provider; 1 by default. Budgets of times need several to be sound.',
  },
  {
    flag: 'calibrate',
    field: 'calibrate',
    value: {type: 'whole', min: LEAST_CALIBRATED_PROCESSES, max: MOST_PROCESSES},
    shown: '[N]',
    job: false,
    summary: 'Make a candidate budget from N fresh processes; 20 without a number.',
    excludes: ['repeats', 'no-gate', 'gate', 'baseline', 'threshold'].map((flag) => ({flag})),
  },
  {
    flag: 'warmup',
    field: 'warmUp',
    value: {type: 'whole', min: 0, max: MOST_ITERATIONS, word: 'auto'},
    shown: 'N|auto',
    summary: 'Calls before measuring; auto ends when block medians agree.',
  },
  {
    flag: 'input-file',
    field: 'inputs',
    value: {type: 'file'},
    summary: 'What to send instead of the defaults: JSON, YAML or TOML.',
  },
  {
    ...TRANSLATOR,
    summary: 'What makes actions of raw ones when a policy is measured: JSON, YAML or TOML.',
  },
  {
    flag: 'budget-file',
    field: 'budget',
    value: {type: 'file'},
    summary: 'Limits that decide the verdict: JSON, YAML or TOML.',
  },
  GATE,
  {
    ...THRESHOLD,
    summary: 'A rule, as in "score: response_ms.p95<250ms". Repeatable.',
  },
  BASELINE,
  {
    flag: 'allow-cross-machine',
    field: 'isAnyMachine',
    value: {type: 'switch'},
    summary: 'The baseline may be of another machine.',
  },
  {
    ...SELFTEST,
    summary: 'Break the newest benchmark in memory and tell what its gate does not notice.',
  },
  {...NO_GATE, excludes: ['budget-file', 'gate', 'baseline', 'threshold'].map((flag) => ({flag}))},
  {
    flag: 'require-run',
    field: 'requireRun',
    value: {type: 'switch'},
    summary: 'A skipped provider is no good end.',
    excludes: [{flag: 'allow-skip'}],
  },
  {...ALLOW_SKIP, summary: 'A named provider that is not configured may be skipped.'},
  PROFILE,
  {
    flag: 'timeout',
    field: 'timeoutSeconds',
    value: {type: 'number', above: 0},
    shown: 'SECONDS',
    job: false,
    summary: 'Limit of one attempt.',
  },
  {
    flag: 'max-elapsed',
    field: 'maxElapsedSeconds',
    value: {type: 'number', above: 0},
    shown: 'SECONDS',
    job: false,
    summary: 'Limit of a whole operation with its retries.',
  },
  {
    flag: 'retries',
    field: 'retries',
    value: {type: 'whole', min: 0},
    job: false,
    summary: 'Repeats of a failed call where the provider allows them.',
  },
]
