import type {EnvInfoResult, EnvListResult, EnvRolloutResult} from '#contract/generated/types'
import type {RolloutPolicy} from '#rollout/rollout-order'
import {callUseCase} from './call-use-case.ts'
import {needed, type OptionTable, option} from './option-table.ts'
import {pathOf} from './place.ts'
import {SURROUNDINGS, type Surroundings} from './surroundings.ts'
import type {Verb} from './verb.ts'

const USUAL_SIDE = 64

/** What `showWorld` takes. */
export interface ShowWorldOptions extends Surroundings {
  /** Such as `two-room`. */
  readonly world: string
  /** File for a PNG of one of its starts. */
  readonly picture?: string | URL | undefined
  /** Pixels of a side, 16 to 512; 64 by default. */
  readonly pictureSize?: number | undefined
}

/** What `rollOutWorld` takes. */
export interface RollOutWorldOptions extends Surroundings {
  /** Such as `two-room`. */
  readonly world: string
  /** New or empty folder to write to. */
  readonly folder: string | URL
  /** `random` by default: uniform draws in -1..1. `expert`: the best that is known of a world. */
  readonly policy?: RolloutPolicy | undefined
  /** 1 to 100,000; 10 by default. */
  readonly episodes?: number | undefined
  /** Most steps of an episode, 1 to 10,000; by default the step budget of the world. */
  readonly steps?: number | undefined
  /** Family of starts; the first of the world by default. */
  readonly stratum?: string | undefined
  /** A PNG of every state as well. */
  readonly pictures?: boolean | undefined
  /** Pixels of a side, 16 to 512; 64 by default. */
  readonly pictureSize?: number | undefined
  /** 0 by default. */
  readonly seed?: number | undefined
}

export const LIST_WORLDS = {
  name: 'listWorlds',
  command: 'env list',
  hasCases: false,
  options: SURROUNDINGS,
} as const satisfies Verb

export const SHOW_WORLD = {
  name: 'showWorld',
  command: 'env info',
  hasCases: false,
  options: {
    ...SURROUNDINGS,
    world: needed('text'),
    picture: option('place', '--picture'),
    pictureSize: option('count', '--picture-size'),
  } satisfies OptionTable<ShowWorldOptions>,
} as const satisfies Verb

export const ROLL_OUT_WORLD = {
  name: 'rollOutWorld',
  command: 'env rollout',
  hasCases: false,
  options: {
    ...SURROUNDINGS,
    world: needed('text'),
    folder: needed('place', '--output'),
    policy: option('text', '--policy'),
    episodes: option('count', '--episodes'),
    steps: option('count', '--steps'),
    stratum: option('text', '--stratum'),
    pictures: option('boolean', '--pictures'),
    pictureSize: option('count', '--picture-size'),
    seed: option('count', '--seed'),
  } satisfies OptionTable<RollOutWorldOptions>,
} as const satisfies Verb

/** Every world that suites are made of, with names, units and rules: `assay env list`. Throws `invalid_input` for an option that cannot be. */
export function listWorlds(options: Surroundings = {}): Promise<EnvListResult> {
  return callUseCase(LIST_WORLDS, options, async () => {
    const [{worldList}, {envListReport}] = await Promise.all([
      import('#rollout/world-description'),
      import('#rollout/worlds-report'),
    ])
    const result = worldList()
    return {result, report: envListReport(result)}
  })
}

/** One world, and a picture of it where one is asked for: `assay env info`. Throws `invalid_input`, `env_unknown`, `disk_full`, `workspace_unwritable`, `io_error`. */
export function showWorld(options: ShowWorldOptions): Promise<EnvInfoResult> {
  return callUseCase(SHOW_WORLD, options, async ({ports, cwd}) => {
    const [{showWorldOf}, {envInfoReport}] = await Promise.all([
      import('#rollout/show-world'),
      import('#rollout/worlds-report'),
    ])
    const {world, picture: file, pictureSize: side = USUAL_SIDE} = options
    const path = file === undefined ? undefined : pathOf('picture', file, options.cwd === undefined ? undefined : cwd)
    const picture = path === undefined ? undefined : {path, shown: path, side}
    const result = await showWorldOf({world, picture}, ports)
    return {result, report: envInfoReport(result)}
  })
}

/**
 * Writes episodes of a world to train on: `assay env rollout`. States, goals, actions and next states are numbers in the order and units of `world.json`; a reward
 * is minus the cost of the next state. The same options give the same steps on every machine, and no start is one that a suite tries.
 *
 * Throws `invalid_input`, `env_unknown`, `output_exists` for a folder that is not empty, `disk_full`, `workspace_unwritable`, `io_error`; nothing is left then.
 */
export function rollOutWorld(options: RollOutWorldOptions): Promise<EnvRolloutResult> {
  return callUseCase(ROLL_OUT_WORLD, options, async ({ports, cwd, signal}) => {
    const [{writeRollout}, {envRolloutReport}] = await Promise.all([
      import('#rollout/write-rollout'),
      import('#rollout/worlds-report'),
    ])
    const {world, policy = 'random', episodes = 10, steps, stratum, seed = 0} = options
    const pictureSide = options.pictures ? (options.pictureSize ?? USUAL_SIDE) : undefined
    const order = {world, policy, episodes, steps, stratum, seed, pictureSide}
    const folder = pathOf('folder', options.folder, options.cwd === undefined ? undefined : cwd)
    const result = await writeRollout({order, folder, shown: folder}, ports, signal)
    return {result, report: envRolloutReport(result)}
  })
}
