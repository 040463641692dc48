import {AssayError} from '#error/assay-error'
import {nearestHint} from '#error/nearest'
import type {Environment} from '../model/environment.ts'
import type {PlannerConfig} from './config.ts'

export type PlannerPreset =
  | 'default'
  | 'quick'
  | 'standard'
  | 'oracle'
  | 'icem'
  | 'swm'
  | 'dino-wm'
  | 'jepa-wm'
  | 'jepa-wm-droid'
  | 'tdmpc2'

type Shape = Pick<PlannerConfig, 'horizon' | 'action_block' | 'execute_k'>

/** A named planner: its settings, which lengths are its own rather than the environment's, and how its field judges episodes. */
interface Planner {
  readonly config: PlannerConfig
  readonly shape?: Partial<Shape>
  readonly protocol?: Partial<Pick<Environment, 'stepBudget' | 'successMode'>>
}

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
const STANDARD = {...CEM, num_samples: 128, num_iterations: 6, num_elites: 16} as const satisfies PlannerConfig
/** Settings of the upstream solvers: unit spread with a negligible floor, unclipped, and the mean of the last elites. */
const UPSTREAM = {
  ...CEM,
  num_samples: 300,
  num_iterations: 30,
  num_elites: 30,
  init_std: 1,
  min_std: 1e-6,
  std: 'sample',
  returns: 'mean',
  low: null,
  high: null,
} as const satisfies PlannerConfig
const JEPA = {...CEM, num_samples: 300, num_iterations: 30, num_elites: 10} as const satisfies PlannerConfig
const FIVES: Shape = {horizon: 5, action_block: 5, execute_k: 5}

const PLANNERS: Readonly<Record<PlannerPreset, Planner>> = {
  default: {
    config: {...CEM, num_samples: 64, num_iterations: 4, num_elites: 8, init_std: 1, min_std: 1e-3},
    shape: {horizon: 1, action_block: 1, execute_k: 1},
  },
  quick: {config: CEM},
  standard: {config: STANDARD},
  oracle: {config: {...CEM, num_samples: 512, num_iterations: 12, num_elites: 32}},
  icem: {config: {...STANDARD, kind: 'icem', noise_beta: 2, momentum: 0.1, keep_elites: 5}},
  swm: {config: UPSTREAM, shape: FIVES, protocol: {stepBudget: 50, successMode: 'any'}},
  'dino-wm': {config: UPSTREAM, shape: FIVES},
  'jepa-wm': {config: JEPA, shape: {horizon: 6, execute_k: 6}, protocol: {successMode: 'final'}},
  'jepa-wm-droid': {
    config: {...JEPA, num_iterations: 15, max_norm: 0.1},
    shape: {horizon: 3, execute_k: 3},
    protocol: {successMode: 'final'},
  },
  tdmpc2: {
    config: {...CEM, kind: 'mppi', num_samples: 512, num_elites: 64, num_iterations: 6, temperature: 0.5, init_std: 2},
    shape: {horizon: 3, execute_k: 1},
  },
}

/** Names of all planners. */
export const PLANNER_NAMES: readonly string[] = Object.keys(PLANNERS)

/** How many candidates these planners look at in each of their turns, the fewest first. */
export const POPULATIONS: readonly number[] = [
  ...new Set(Object.values(PLANNERS).map(({config}) => config.num_samples)),
].sort((one, other) => one - other)

/** The plan shape an environment asks for. */
export function planShape({horizon, block, execute}: Pick<Environment, 'horizon' | 'block' | 'execute'>): Shape {
  return {horizon, action_block: block, execute_k: execute}
}

/** A preset fitted to an environment's shape, which counts for the lengths that the preset leaves open. Throws `preset_unknown`. */
export function presetConfig(preset: string, shape: Partial<Shape> = {}): PlannerConfig {
  const planner = plannerOf(preset)
  return {...planner.config, ...shape, ...planner.shape}
}

/**
 * The environment as a planner's field runs it: its own plan lengths, step budget and success mode where it has them. Dynamics, starts
 * and costs stay, and so does the key. Throws `preset_unknown`.
 */
export function environmentUnder(preset: string, environment: Environment): Environment {
  const {protocol = {}} = plannerOf(preset)
  const {horizon, action_block, execute_k} = presetConfig(preset, planShape(environment))
  // Success that must be held at every step cannot be judged otherwise.
  const successMode = environment.successMode === 'hold' ? 'hold' : (protocol.successMode ?? environment.successMode)
  return paced(environment, {...protocol, successMode, horizon, block: action_block, execute: execute_k})
}

function plannerOf(preset: string): Planner {
  if (isPreset(preset)) return PLANNERS[preset]
  throw new AssayError('preset_unknown', 'there is no such planner preset', {
    hint: nearestHint(preset, PLANNER_NAMES),
    detail: {known: [...PLANNER_NAMES]},
    given: preset,
  })
}

function isPreset(name: string): name is PlannerPreset {
  return Object.hasOwn(PLANNERS, name)
}

type Pace = Pick<Environment, 'horizon' | 'block' | 'execute' | 'stepBudget' | 'successMode'>

/** A world with other plan lengths, another step budget or success mode; its rules, starts and costs stay, and so does its key. */
export function paced(environment: Environment, pace: Partial<Pace>): Environment {
  return {...environment, ...pace, usual: usualOf(environment)}
}

/** The world with the plan lengths, budget and success mode that it was built with. */
export function usualOf(environment: Environment): Environment {
  return environment.usual ?? environment
}
