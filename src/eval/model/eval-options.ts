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

const MOST_TRIALS = 100_000
const MOST_EVALS = 1e15

/** What the caller gave; absent is not given. */
export interface EvalRequest {
  readonly suites?: readonly string[] | undefined
  readonly providers?: readonly string[] | undefined
  readonly envs?: readonly string[] | undefined
  /** Narrows suites whose kinds of trials are operations to these operations. */
  readonly operations?: readonly string[] | undefined
  readonly size?: string | undefined
  readonly n?: number | undefined
  readonly seed?: number | undefined
  readonly planner?: string | undefined
  /** A translator file, or a built-in translator by its name: what providers are shown, and what makes commands of the raw actions of policies. */
  readonly translator?: string | undefined
  /** A gate file, in place of the default gates. */
  readonly gate?: string | undefined
  /** A run to compare with: id, folder or a file in it. */
  readonly baseline?: string | undefined
  /** A run to compute again instead of measuring: id, folder or a file in it. */
  readonly recompute?: string | undefined
  readonly noGate?: boolean | undefined
  readonly thresholds?: readonly string[] | undefined
  readonly maxModelEvals?: number | undefined
  readonly maxErrorShare?: number | undefined
  readonly allowSkip?: boolean | undefined
  readonly episode?: string | undefined
  readonly timeLimitMs?: number | undefined
  readonly maxSuiteTimeMs?: number | undefined
  readonly workers?: number | undefined
  readonly concurrency?: number | undefined
  readonly untilDecided?: boolean | undefined
  readonly maxN?: number | undefined
  readonly failFast?: boolean | undefined
  readonly policy?: PolicyChoice | undefined
  /** A configuration profile. */
  readonly profile?: string | undefined
}

/** Everything an evaluation can be asked for; `field` is of `EvalRequest` or, for files, of `EvalOrder`. */
export const EVAL_OPTIONS: readonly Option[] = [
  {
    flag: 'suite',
    field: 'suites',
    group: 'trial',
    names: 'suite',
    value: {type: 'names', takesOne: true},
    summary: 'Suite or set of suites; core by default. Repeatable.',
  },
  {...PROVIDER, summary: 'Provider to evaluate. Repeatable.'},
  {
    flag: 'env',
    field: 'envs',
    group: 'trial',
    names: 'environment',
    value: {type: 'names', takesOne: true},
    summary: 'Environment; all by default. Repeatable.',
  },
  {
    flag: 'operation',
    field: 'operations',
    group: 'trial',
    names: 'operation',
    value: {type: 'names', takesOne: true},
    summary: 'Operation that suites such as media are narrowed to; all by default. Repeatable.',
  },
  {
    flag: 'size',
    field: 'size',
    group: 'size',
    names: 'size',
    value: {type: 'name'},
    shown: 'SIZE',
    summary: 'How many trials: smoke, quick (default), standard or full.',
  },
  {
    flag: 'n',
    field: 'n',
    group: 'size',
    value: {type: 'whole', min: 1, max: MOST_TRIALS},
    summary: 'Trials of each suite, instead of --size.',
  },
  {
    flag: 'until-decided',
    field: 'untilDecided',
    group: 'size',
    value: {type: 'switch'},
    summary:
      'End the trials of a suite in an environment once its rules are decided, by evidence that holds at any time.',
    excludes: [{flag: 'no-gate', hint: 'Without rules nothing is decided.'}],
  },
  {
    flag: 'max-n',
    field: 'maxN',
    group: 'size',
    value: {type: 'whole', min: 1, max: MOST_TRIALS},
    summary:
      'With --until-decided: at most so many trials of a suite in an environment, instead of those of --size or --n.',
  },
  {
    flag: 'seed',
    field: 'seed',
    group: 'size',
    value: {type: 'whole', min: 0, max: Number.MAX_SAFE_INTEGER},
    summary: 'Base seed of all trials; 42 by default.',
  },
  {
    flag: 'planner',
    field: 'planner',
    group: 'trial',
    names: 'planner',
    value: {type: 'name'},
    summary: 'Planner of closed-loop trials; standard by default.',
  },
  TRANSLATOR,
  GATE,
  BASELINE,
  {
    flag: 'recompute',
    field: 'recompute',
    group: 'listing',
    names: 'run',
    value: {type: 'file'},
    shown: 'RUN',
    job: false,
    summary: 'Compute statistics and verdict of a run again; measure nothing.',
  },
  {
    ...SELFTEST,
    summary: 'Break the newest evaluation in memory and tell what its gate does not notice.',
  },
  {...NO_GATE, excludes: [{flag: 'gate'}, {flag: 'baseline'}, {flag: 'threshold'}]},
  {
    ...THRESHOLD,
    summary: 'A further rule, as in "closed-loop/env=two-room: spl>=0.7". Repeatable.',
  },
  {
    flag: 'max-model-evals',
    field: 'maxModelEvals',
    group: 'size',
    value: {type: 'whole', min: 1, max: MOST_EVALS},
    summary: 'Model steps one episode may use.',
  },
  {
    flag: 'max-error-share',
    field: 'maxErrorShare',
    group: 'verdict',
    // All trials in error must stay too many: else the rule could never fail.
    value: {type: 'number', min: 0, below: 1},
    shown: 'SHARE',
    summary: 'Share of trials that may end in an error; 0.02 by default.',
  },
  ALLOW_SKIP,
  {
    flag: 'episode',
    field: 'episode',
    group: 'trial',
    value: {type: 'text', most: 200},
    shown: 'KEY',
    summary: 'Run one trial again, as results/failures.json names it.',
    excludes: [
      {flag: 'until-decided', hint: 'It runs one trial, whatever that shows.'},
      {flag: 'fail-fast', hint: 'It runs one trial, whatever that shows.'},
    ],
  },
  {
    flag: 'time-limit',
    field: 'timeLimitMs',
    group: 'size',
    value: {type: 'duration'},
    job: 'time_limit_ms',
    said: 'Milliseconds.',
    summary: 'Begin no further trial after this time, such as 10m; those under way end first.',
  },
  {
    flag: 'max-suite-time',
    field: 'maxSuiteTimeMs',
    group: 'size',
    value: {type: 'duration'},
    job: 'max_suite_time_ms',
    said: 'Milliseconds.',
    summary:
      'Suites that would take a remote provider longer, which answers one prediction a call, are not begun; 30m by default.',
  },
  {
    flag: 'workers',
    field: 'workers',
    group: 'size',
    value: {type: 'whole', min: 1, max: 64},
    summary: 'Threads for providers in this process; as many as cores, up to 8, by default. Changes no result.',
  },
  {
    flag: 'concurrency',
    field: 'concurrency',
    group: 'size',
    value: {type: 'whole', min: 1, max: 256},
    summary: 'Trials of a remote provider under way at a time; 1 by default. Changes no result.',
  },
  {
    flag: 'fail-fast',
    field: 'failFast',
    group: 'size',
    value: {type: 'switch'},
    summary: 'End the run once a rule that decides has failed for good; errors beyond the allowed share are one.',
  },
  {
    flag: 'list',
    field: 'list',
    group: 'listing',
    value: {type: 'switch'},
    job: false,
    summary: 'Tell suites, environments and planners; measure nothing.',
  },
  {
    flag: 'show',
    field: 'show',
    group: 'listing',
    names: 'suite',
    value: {type: 'name'},
    shown: 'SUITE',
    job: false,
    summary: 'Tell one suite; measure nothing.',
    excludes: [{flag: 'list'}],
  },
  PROFILE,
]
