import {AssayError} from '#error/assay-error'

/** How a planner searches. Keys are spelled as in files; lengths in plan entries, bounds per action entry. */
export type PlannerConfig = {
  readonly kind: 'cem'
  /** Plan entries looked ahead; each is held for `action_block` steps, and the first `execute_k` run before replanning. */
  readonly horizon: number
  readonly action_block: number
  readonly execute_k: number
  readonly num_samples: number
  readonly num_iterations: number
  readonly num_elites: number
  /** Standard deviation of the first iteration, and the least of the later ones. */
  readonly init_std: number
  readonly min_std: number
  /** Divisor of the elites' variance: n - 1 or n. */
  readonly std: 'sample' | 'population'
  /** Whether candidate 0 of each iteration is the mean itself. */
  readonly first_sample_mean: boolean
  /** The best candidate ever seen, or the mean of the last elites. */
  readonly returns: 'best' | 'mean'
  /** Bounds of every action entry; null leaves candidates unclipped. */
  readonly low: number | null
  readonly high: number | null
  /** Whether the next plan starts from this one's mean, shifted by `execute_k`. */
  readonly warm_start: boolean
}

export type PlannerPreset = 'default' | 'quick' | 'standard' | 'oracle'

const CEM = {
  kind: 'cem',
  horizon: 1,
  action_block: 1,
  execute_k: 1,
  num_samples: 96,
  num_iterations: 5,
  num_elites: 12,
  init_std: 0.8,
  min_std: 0.05,
  std: 'population',
  first_sample_mean: true,
  returns: 'best',
  low: -1,
  high: 1,
  warm_start: true,
} as const satisfies PlannerConfig

/** Named settings. Horizon, block and execute of `quick`, `standard` and `oracle` are the environment's. */
export const PLANNER_PRESETS: Readonly<Record<PlannerPreset, PlannerConfig>> = {
  default: {...CEM, num_samples: 64, num_iterations: 4, num_elites: 8, init_std: 1, min_std: 1e-3},
  quick: CEM,
  standard: {...CEM, num_samples: 128, num_iterations: 6, num_elites: 16},
  oracle: {...CEM, num_samples: 512, num_iterations: 12, num_elites: 32},
}

/** The plan shape an environment asks for. */
export function planShape(environment: {readonly horizon: number; readonly block: number; readonly execute: number}) {
  return {horizon: environment.horizon, action_block: environment.block, execute_k: environment.execute}
}

/** A preset fitted to an environment. Throws `preset_unknown`. */
export function presetConfig(preset: string, shape: Partial<PlannerConfig> = {}): PlannerConfig {
  if (!isPreset(preset)) {
    const known = Object.keys(PLANNER_PRESETS)
    throw new AssayError('preset_unknown', 'there is no such planner preset', {
      hint: `Use one of: ${known.join(', ')}.`,
      detail: {known},
    })
  }
  return preset === 'default' ? PLANNER_PRESETS[preset] : {...PLANNER_PRESETS[preset], ...shape}
}

/** A configuration with single settings changed, and its name: `quick+num_samples`. Throws `invalid_input` for an unknown or unusable setting. */
export function adjustConfig(
  name: string,
  config: PlannerConfig,
  changes: Readonly<Record<string, unknown>>,
): {name: string; config: PlannerConfig} {
  const unknown = Object.keys(changes).filter((key) => !Object.hasOwn(CEM, key))
  if (unknown.length > 0)
    throw new AssayError('invalid_input', `planner has ${unknown.length} settings that are not known`)
  const merged = checkConfig({...config, ...changes})
  const changed = Object.keys(changes).filter((key) => Reflect.get(config, key) !== changes[key])
  return {name: [name, ...changed].join('+'), config: merged}
}

/** The same value, typed, when every rule holds: elites <= samples, execute_k <= horizon, 0 < min_std <= init_std, low < high. */
export function checkConfig(value: Readonly<Record<string, unknown>>): PlannerConfig {
  const faults = [...faultsOf(value)]
  if (faults.length > 0) {
    const issues = faults.map(([key, message]) => ({pointer: `/${key}`, rule: 'planner', message}))
    throw new AssayError('invalid_input', `planner setting ${faults[0]?.[0]} ${faults[0]?.[1]}`, {issues})
  }
  return value as PlannerConfig
}

const COUNTS = {
  horizon: 1000,
  action_block: 1000,
  execute_k: 1000,
  num_samples: 100_000,
  num_iterations: 10_000,
  num_elites: 100_000,
}
const CHOICES = {
  kind: ['cem'],
  std: ['sample', 'population'],
  returns: ['best', 'mean'],
  first_sample_mean: [true, false],
  warm_start: [true, false],
}

function* faultsOf(config: Readonly<Record<string, unknown>>): Generator<[key: string, message: string]> {
  for (const [key, most] of Object.entries(COUNTS)) {
    const count = config[key]
    if (!Number.isInteger(count) || Number(count) < 1 || Number(count) > most)
      yield [key, `must be a whole number in 1..${most}`]
  }
  for (const [key, known] of Object.entries<readonly unknown[]>(CHOICES)) {
    if (!known.includes(config[key])) yield [key, `must be one of ${known.join(', ')}`]
  }
  yield* relationFaults(config)
}

function* relationFaults(config: Readonly<Record<string, unknown>>): Generator<[key: string, message: string]> {
  if (Number(config['num_elites']) > Number(config['num_samples'])) yield ['num_elites', 'must not exceed num_samples']
  if (Number(config['execute_k']) > Number(config['horizon'])) yield ['execute_k', 'must not exceed horizon']
  const {init_std: first, min_std: least, low, high} = config
  if (!isFiniteNumber(first)) yield ['init_std', 'must be a finite number']
  if (!isFiniteNumber(least) || least <= 0 || least > Number(first))
    yield ['min_std', 'must be above 0 and at most init_std']
  const unbounded = low === null && high === null
  if (!unbounded && !(isFiniteNumber(low) && isFiniteNumber(high) && low < high))
    yield ['low', 'must be below high, or both null']
}

function isPreset(name: string): name is PlannerPreset {
  return Object.hasOwn(PLANNER_PRESETS, name)
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}
