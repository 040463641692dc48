import type {Option} from './option.ts'

/** Options that more than one kind of run has, each said once; a kind may word its summary for itself. */
export const PROVIDER = {
  flag: 'provider',
  field: 'providers',
  group: 'trial',
  names: 'provider',
  value: {type: 'names'},
  job: 'providers',
  summary: 'Provider to measure. Repeatable.',
} as const satisfies Option

export const PROFILE = {
  flag: 'profile',
  field: 'profile',
  group: 'run',
  value: {type: 'file'},
  // A job has a profile for all its steps.
  job: false,
  summary: 'Configuration profile: JSON, TOML or YAML.',
} as const satisfies Option

export const GATE = {
  flag: 'gate',
  field: 'gate',
  group: 'verdict',
  value: {type: 'file'},
  summary: 'Gate file that decides: YAML, TOML or JSON.',
  said: 'A gate file, relative to the current directory.',
} as const satisfies Option

export const TRANSLATOR = {
  flag: 'translator',
  field: 'translator',
  group: 'trial',
  value: {type: 'file'},
  shown: 'FILE|builtin:NAME',
  summary: 'What providers are shown and what their raw actions mean: JSON, YAML, TOML, or built in.',
  said: 'A translator file, or a built-in one such as builtin:raw.',
} as const satisfies Option

export const BASELINE = {
  flag: 'baseline',
  field: 'baseline',
  group: 'verdict',
  names: 'run',
  value: {type: 'file'},
  shown: 'RUN',
  summary: 'Run to compare with: id, folder or a file in it.',
  said: 'A run to compare with: its id, its folder or a file in it.',
} as const satisfies Option

export const SELFTEST = {
  flag: 'selftest',
  field: 'selftest',
  group: 'listing',
  value: {type: 'switch'},
  job: false,
  summary: 'Break the newest run of this kind in memory and tell what its gate does not notice.',
} as const satisfies Option

export const NO_GATE = {
  flag: 'no-gate',
  field: 'noGate',
  group: 'verdict',
  value: {type: 'switch'},
  summary: 'Measure only: nothing but errors decides.',
} as const satisfies Option

export const THRESHOLD = {
  flag: 'threshold',
  field: 'thresholds',
  group: 'verdict',
  value: {type: 'texts', most: 64},
  shown: 'RULE',
  summary: 'A further rule. Repeatable.',
} as const satisfies Option

export const ALLOW_SKIP = {
  flag: 'allow-skip',
  field: 'allowSkip',
  group: 'verdict',
  value: {type: 'switch'},
  summary: 'What was named may be skipped or not run.',
} as const satisfies Option
