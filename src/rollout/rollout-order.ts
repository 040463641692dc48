import {AssayError} from '#error/assay-error'
import {gatherMistakes} from '#error/collect-mistakes'
import {nearestHint} from '#error/nearest'
import {ENVIRONMENTS, rulesOf, WORLDS} from '#world/environments'
import {type Environment, unknownStratum} from '#world/model/environment'

/** The controller that acts: uniform draws in -1..1, or the best one known for a world. */
export type RolloutPolicy = 'random' | 'expert'
export const ROLLOUT_POLICIES = ['random', 'expert'] as const satisfies readonly RolloutPolicy[]

/** What is asked for, as callers give it. `steps`: at most so many an episode; the budget of the world where absent. */
export interface RolloutOrder {
  readonly world: string
  readonly policy: string
  readonly stratum?: string | undefined
  readonly seed: number
  readonly episodes: number
  readonly steps?: number | undefined
  /** Pixels of a side of the pictures; none are drawn where absent. */
  readonly pictureSide?: number | undefined
}

/** An order that can be carried out. */
export interface RolloutPlan extends RolloutOrder {
  readonly environment: Environment
  readonly policy: RolloutPolicy
  readonly stratum: string
  readonly steps: number
}

/** Sides of pictures, in pixels. */
export const PICTURE_SIDES = {least: 16, most: 512}
const MOST_SEED = 2 ** 32 - 1
const MOST_EPISODES = 100_000
const MOST_STEPS = 10_000
/** Steps of all episodes together, and pictures, each a file of its own. */
const MOST_LINES = 1_000_000
const MOST_PICTURES = 100_000

/** The order, filled in. Throws, for all mistakes at once, `env_unknown` and `invalid_input`. */
export function planRollout(order: RolloutOrder): RolloutPlan {
  const {world, policy, seed, episodes, pictureSide} = order
  let environment: Environment | undefined
  const check = (key: string, work: () => unknown) => ({key, check: work})
  gatherMistakes([
    check('world', () => {
      environment = rulesOf(world)
    }),
    check('policy', () => isPolicy(policy) || refuse('there is no such policy', nearestHint(policy, ROLLOUT_POLICIES))),
    check('policy', () => mustHaveTask(order)),
    check('stratum', () => mustHaveStratum(environment, order.stratum)),
    check('seed', () => mustCount(seed, 0, MOST_SEED, 'seed')),
    check('episodes', () => mustCount(episodes, 1, MOST_EPISODES, 'episodes')),
    check('steps', () => order.steps !== undefined && mustCount(order.steps, 1, MOST_STEPS, 'steps')),
    check('picture-size', () => pictureSide !== undefined && checkSide(pictureSide)),
    check('episodes', () => mustBeWritable(order, environment)),
  ])
  // All checks hold: there is such a world, and such a policy.
  const found = rulesOf(world)
  return {
    ...order,
    environment: found,
    policy: policy === 'expert' ? 'expert' : 'random',
    stratum: order.stratum ?? found.strata[0],
    steps: order.steps ?? found.stepBudget,
  }
}

/** Throws `invalid_input` for a side that no picture has. */
export function checkSide(side: number): void {
  mustCount(side, PICTURE_SIDES.least, PICTURE_SIDES.most, 'picture-size')
}

function isPolicy(name: string): name is RolloutPolicy {
  return ROLLOUT_POLICIES.some((known) => known === name)
}

function mustHaveTask({world, policy}: RolloutOrder): void {
  if (policy !== 'expert' || ENVIRONMENTS.has(world) || !WORLDS.has(world)) return
  refuse(`${world} has no task that an expert could do`, 'Use the policy random.')
}

function mustHaveStratum(environment: Environment | undefined, stratum: string | undefined): void {
  if (environment === undefined || stratum === undefined || environment.strata.includes(stratum)) return
  throw unknownStratum(environment)
}

function mustCount(value: number, least: number, most: number, name: string): void {
  if (Number.isInteger(value) && value >= least && value <= most) return
  refuse(`${name} must be a whole number from ${least} to ${most}`, '')
}

/** The most that one order may write: each bound alone is told where it is broken. */
function mustBeWritable({episodes, steps, pictureSide}: RolloutOrder, environment: Environment | undefined): void {
  const each = steps ?? environment?.stepBudget ?? 1
  if (episodes > MOST_EPISODES || each > MOST_STEPS) return
  const hint = 'Write several folders, each with a seed of its own.'
  if (episodes * each > MOST_LINES) refuse(`episodes times steps must be at most ${MOST_LINES}`, hint)
  if (pictureSide !== undefined && episodes * (each + 1) > MOST_PICTURES)
    refuse(`there would be more than ${MOST_PICTURES} pictures`, hint)
}

function refuse(message: string, hint: string): never {
  throw new AssayError('invalid_input', message, {hint})
}
