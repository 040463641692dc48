import {AssayError} from '#error/assay-error'
import {mustBeOneOf} from '#error/nearest'

/** How a planner searches. Keys are spelled as in files; lengths in plan entries, bounds per action entry. */
export type PlannerConfig = {
  /** Cross-entropy method, the same with coloured noise and kept elites, or path integrals. */
  readonly kind: 'cem' | 'icem' | 'mppi'
  /** Plan entries looked ahead; each is held for `action_block` steps, and the first `execute_k` run before replanning. */
  readonly horizon: number
  readonly action_block: number
  readonly execute_k: number
  readonly num_samples: number
  readonly num_iterations: number
  readonly num_elites: number
  /** Standard deviation of the first iteration, and the least of the later ones; for path integrals the first is also the most. */
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
  /** Path integrals only, and needed there: how much a lower cost weighs. */
  readonly temperature?: number
  /** Power of the noise over the plan falls with frequency to this power; absent or 0 is white. */
  readonly noise_beta?: number
  /** Share of the old mean and spread that stays; absent is none. */
  readonly momentum?: number
  /** Elites that are candidates again in the next iteration and, shifted, in the next plan. */
  readonly keep_elites?: number
  /** Greatest Euclidean norm of a plan entry. */
  readonly max_norm?: number
}

/** A configuration with single settings changed, and its name: `quick+num_samples`. Throws `invalid_input` for an unknown or unusable setting. */
export function adjustConfig(
  name: string,
  config: PlannerConfig,
  changes: Readonly<Record<string, unknown>>,
): {name: string; config: PlannerConfig} {
  const unknown = Object.keys(changes).filter((key) => !KNOWN.has(key))
  if (unknown.length > 0)
    throw new AssayError('invalid_input', `planner has ${unknown.length} settings that are not known`)
  const merged = checkConfig({...config, ...changes})
  const changed = Object.keys(changes).filter((key) => Reflect.get(config, key) !== changes[key])
  return {name: [name, ...changed].join('+'), config: merged}
}

/** The configuration, typed, when every rule holds: elites <= samples, execute_k <= horizon, 0 < min_std <= init_std, low < high. */
function checkConfig(value: Readonly<Record<string, unknown>>): PlannerConfig {
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
  kind: ['cem', 'icem', 'mppi'],
  std: ['sample', 'population'],
  returns: ['best', 'mean'],
  first_sample_mean: [true, false],
  warm_start: [true, false],
}
/** Settings that may be absent, with their ranges: from `least`, up to and without `below`. */
const OPTIONAL = {
  temperature: {least: Number.MIN_VALUE, below: Number.POSITIVE_INFINITY, words: 'above 0'},
  noise_beta: {least: 0, below: 10.000001, words: 'from 0 to 10'},
  momentum: {least: 0, below: 1, words: 'from 0 to below 1'},
  max_norm: {least: Number.MIN_VALUE, below: Number.POSITIVE_INFINITY, words: 'above 0'},
}
const KNOWN: ReadonlySet<string> = new Set([
  ...Object.keys(COUNTS),
  ...Object.keys(CHOICES),
  ...Object.keys(OPTIONAL),
  ...['init_std', 'min_std', 'low', 'high', 'keep_elites'],
])

type Fault = [key: string, message: string]

function* faultsOf(config: Readonly<Record<string, unknown>>): Generator<Fault> {
  for (const [key, most] of Object.entries(COUNTS)) {
    if (!isCount(config[key], 1, most)) yield [key, `must be a whole number in 1..${most}`]
  }
  for (const [key, known] of Object.entries<readonly unknown[]>(CHOICES)) {
    if (!known.includes(config[key])) yield [key, mustBeOneOf(known.map(String), config[key])]
  }
  for (const [key, {least, below, words}] of Object.entries(OPTIONAL)) {
    const value = config[key]
    if (value !== undefined && !(isFiniteNumber(value) && value >= least && value < below))
      yield [key, `must be ${words}`]
  }
  yield* relationFaults(config)
}

function* relationFaults(config: Readonly<Record<string, unknown>>): Generator<Fault> {
  if (Number(config['num_elites']) > Number(config['num_samples'])) yield ['num_elites', 'must not exceed num_samples']
  if (Number(config['execute_k']) > Number(config['horizon'])) yield ['execute_k', 'must not exceed horizon']
  const {init_std: first, min_std: least, low, high, keep_elites: kept} = config
  if (!isFiniteNumber(first)) yield ['init_std', 'must be a finite number']
  if (!isFiniteNumber(least) || least <= 0 || least > Number(first))
    yield ['min_std', 'must be above 0 and at most init_std']
  const unbounded = low === null && high === null
  if (!unbounded && !(isFiniteNumber(low) && isFiniteNumber(high) && low < high))
    yield ['low', 'must be below high, or both null']
  // At least one candidate beside the mean is drawn anew, else nothing could get better.
  if (
    kept !== undefined &&
    !isCount(kept, 0, Math.min(Number(config['num_elites']), Number(config['num_samples']) - 2))
  )
    yield ['keep_elites', 'must be a whole number of at most num_elites, and leave two samples']
  if ((config['kind'] === 'mppi') !== (config['temperature'] !== undefined))
    yield ['temperature', 'belongs to mppi, and mppi needs it']
}

function isCount(value: unknown, least: number, most: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}
