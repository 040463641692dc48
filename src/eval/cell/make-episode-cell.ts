import {type EpisodeKey, episodeLabel, seedStream} from '#random/stream'
import type {Environment} from '#world/environment'
import type {PlannerConfig} from '#world/planner/config'
import type {Controller} from '../measure/controller.ts'
import {evaluateWith, type PlanningWay} from '../measure/evaluate-candidates.ts'
import {makePlanningController} from '../measure/make-controller.ts'
import {runEpisode} from '../measure/run-episode.ts'
import type {Suite} from '../suite.ts'
import type {Subject} from '../trial/subject.ts'
import type {Cell} from './cell.ts'

export interface EpisodePlan {
  readonly suite: Suite
  readonly environment: Environment
  readonly seed: number
  /** Numbers of the episodes to run. */
  readonly trials: readonly number[]
  /** Name of the planner, as rows print it, and its numbers for this environment. */
  readonly planner: string
  readonly config: PlannerConfig
  readonly maxModelEvals?: number | undefined
}

/** Closed-loop episodes of one provider in one environment. */
export function makeEpisodeCell(subject: Subject, way: PlanningWay, plan: EpisodePlan): Cell {
  const {environment, config, maxModelEvals} = plan
  const stratum = environment.strata[0]
  const evaluateIn = evaluateWith(subject, environment, way)
  return {
    suite: plan.suite,
    provider: subject.name,
    env: environment.id,
    stratum,
    planner: plan.planner,
    successMode: environment.successMode,
    envStepBudget: environment.stepBudget,
    referenceUnit: environment.reference?.unit,
    seed: plan.seed,
    trials: plan.trials,
    async run(episode, signal) {
      const key = {seed: plan.seed, environment: environment.key, stratum, episode}
      const planner = makePlanningController({environment, config, stream: planStream(key), evaluateIn, maxModelEvals})
      const controller: Controller = {
        decide: (now, planSignal) => subject.asOnePlan(() => planner.decide(now, planSignal)),
      }
      const outcome = await runEpisode({environment, key, controller}, signal)
      return {suite: plan.suite.name, provider: subject.name, env: environment.id, stratum, episode, ...outcome}
    },
  }
}

/** Draws of the planner in one episode; whatever model is planned with, the draws are the same. */
export function planStream(key: EpisodeKey) {
  return seedStream(episodeLabel(key, 'plan'))
}

/** Model steps an episode uses at most, when it never succeeds. */
export function mostModelEvals({stepBudget}: Environment, config: PlannerConfig): number {
  const {execute_k, action_block, num_iterations, num_samples, horizon} = config
  const plans = Math.ceil(stepBudget / (execute_k * action_block))
  return plans * num_iterations * num_samples * horizon * action_block
}
