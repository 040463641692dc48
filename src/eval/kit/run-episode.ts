import type {EvalEpisode} from '#contract/generated/types'
import {type EpisodeKey, episodeLabel, seedStream} from '#random/stream'
import type {Environment} from '#world/model/environment'
import {episodeError} from '../model/episode-error.ts'
import {waitTurn} from '../model/wait-turn.ts'
import type {Controller} from './controller.ts'
import {Trajectory} from './trajectory.ts'

/** What an episode measured; who was measured is added by the suite. */
export type EpisodeOutcome = Omit<EvalEpisode, 'suite' | 'provider' | 'env' | 'stratum' | 'episode'>

export interface EpisodeTask {
  readonly environment: Environment
  readonly key: EpisodeKey
  readonly controller: Controller
}

/** States kept of an episode that failed: enough to see what went wrong. */
const SNAPSHOTS = 8

/**
 * One episode from reset to end. The environment executes, the controller only decides. A controller that throws makes a failed
 * episode with an error, whatever it threw; an abort of `signal` is thrown on, the episode never happened.
 */
export async function runEpisode(
  {environment, key, controller}: EpisodeTask,
  signal: AbortSignal,
): Promise<EpisodeOutcome> {
  const start = environment.reset(seedStream(episodeLabel(key, 'reset')), key.stratum)
  const trajectory = new Trajectory(environment, start)
  let modelEvals = 0
  let replans = 0
  const outcome = (success: boolean): EpisodeOutcome => ({
    success,
    steps: trajectory.steps,
    path_length: trajectory.pathLength,
    reference_length: trajectory.reference('length'),
    reference_steps: trajectory.reference('steps'),
    model_evals: modelEvals,
    replans,
    cost: trajectory.cost,
    violations: trajectory.violations,
    trajectory_digest: trajectory.digest(),
    ...(!success && {snapshots: trajectory.snapshots(SNAPSHOTS)}),
  })
  while (!trajectory.isEnded) {
    await waitTurn()
    signal.throwIfAborted()
    try {
      const decision = await controller.decide(trajectory.situation, signal)
      if (decision.kind === 'spent') return {...outcome(false), reason: 'model_eval_budget'}
      modelEvals += decision.modelEvals
      replans++
      trajectory.follow(decision.actions)
    } catch (error) {
      signal.throwIfAborted()
      return {...outcome(false), reason: 'error', error: episodeError(error)}
    }
  }
  return trajectory.isSuccess ? outcome(true) : {...outcome(false), reason: 'step_budget'}
}
