import type {EvalBaselines, EvalEpisode} from '#contract/generated/types'
import {episodeLabel, seedStream} from '#random/stream'
import type {ShiftedWorld} from '#world/model/environment'
import type {ReferenceEpisodes} from '../model/cell.ts'
import type {Controller} from './controller.ts'
import {makeFrozenController, makeOracleController, makeRandomController, makeShiftedOracle} from './make-controller.ts'
import {
  type EpisodeSetup,
  episodeKey,
  episodeNames,
  makeEpisodeWorld,
  planStream,
  seeingIn,
} from './make-episode-cell.ts'
import {runEpisode} from './run-episode.ts'
import type {TrialReferences} from './trial-order.ts'

/** Floors and ceiling on one episode of a cell: what they come to depends on no provider. */
export async function runReferences(
  plan: EpisodeSetup,
  episode: number,
  signal: AbortSignal,
): Promise<TrialReferences> {
  const {environment, config, shift} = plan
  const key = episodeKey(plan, episode)
  const actions = () => seedStream(episodeLabel(key, 'actions'))
  return {
    random: await runOne('random', () => makeRandomController(environment, actions())),
    frozen: await runOne('frozen', (world) =>
      seeingIn(world, key, makeFrozenController(environment, config, planStream(key))),
    ),
    // Who knows the world knows its true state too.
    oracle: await runOne('oracle', (world) =>
      shift
        ? makeShiftedOracle(environment, world, {config, stream: planStream(key)})
        : makeOracleController(environment, config, planStream(key)),
    ),
  }

  async function runOne(provider: string, controllerIn: (world: ShiftedWorld) => Controller): Promise<EvalEpisode> {
    const world = makeEpisodeWorld(plan)
    const task = {environment: world.environment, key, controller: controllerIn(world)}
    // Nobody looks for the reason why a floor fails.
    const {snapshots: _, ...outcome} = await runEpisode(task, signal)
    return {...episodeNames(plan, provider, episode), ...outcome}
  }
}

/** Floors and ceiling of trials, one trial after the other. */
export async function collectReferences(
  make: (trial: number, signal: AbortSignal) => Promise<TrialReferences>,
  trials: readonly number[],
  signal: AbortSignal,
): Promise<ReferenceEpisodes> {
  const all: TrialReferences[] = []
  for (const trial of trials) all.push(await make(trial, signal))
  return mergeReferences(all)
}

/** Trial by trial into who by who. */
export function mergeReferences(all: readonly TrialReferences[]): ReferenceEpisodes {
  const list = (who: keyof EvalBaselines): EvalEpisode[] => all.map((one) => one[who])
  return {random: list('random'), frozen: list('frozen'), oracle: list('oracle')}
}

/** Floor and ceiling of one trial, where they were made for another provider. */
export function knownReferences(known: ReferenceEpisodes | undefined, at: number): TrialReferences | undefined {
  const [random, frozen, oracle] = [known?.random[at], known?.frozen[at], known?.oracle[at]]
  return random && frozen && oracle && {random, frozen, oracle}
}
