import type {EpisodeError} from '#contract/generated/types'
import {violation} from '#provider/model/provider-fault'
import {type EpisodeKey, episodeLabel, seedStream} from '#random/stream'
import type {Environment, Shift, ShiftedWorld} from '#world/model/environment'
import type {PlannerConfig} from '#world/planner/config'
import type {Cell} from '../model/cell.ts'
import {episodeError} from '../model/episode-error.ts'
import type {Subject} from '../model/subject.ts'
import type {Suite} from '../model/suite.ts'
import type {Controller} from './controller.ts'
import {evaluateWith, type PlanningWay} from './evaluate-candidates.ts'
import {makeBlurredController, makePlanningController} from './make-controller.ts'
import {runEpisode} from './run-episode.ts'
import {type AnswerWatch, watchAnswers} from './watch-answers.ts'

export interface EpisodeSetup {
  readonly suite: Suite
  readonly environment: Environment
  readonly seed: number
  /** Numbers of the episodes to run. */
  readonly trials: readonly number[]
  /** Name of the planner, as rows print it, and its numbers for this environment. */
  readonly planner: string
  readonly config: PlannerConfig
  readonly maxModelEvals?: number | undefined
  /** In what way the world that executes is other than the environment; absent is not at all. */
  readonly shift?: Shift | undefined
}

/** Closed-loop episodes of one provider in one environment. */
export function makeEpisodeCell(subject: Subject, way: PlanningWay, plan: EpisodeSetup): Cell {
  const {environment, config, maxModelEvals} = plan
  const watch = watchAnswers(evaluateWith(subject, environment, way))
  return episodeCell(plan, subject.name, async (episode, signal) => {
    const key = episodeKey(plan, episode)
    const world = makeEpisodeWorld(plan)
    const planner = makePlanningController({
      environment,
      config,
      stream: planStream(key),
      evaluateIn: watch.evaluateIn,
      maxModelEvals,
    })
    const controller: Controller = {
      decide: (now, planSignal) => subject.asOnePlan(() => planner.decide(now, planSignal)),
    }
    const seeing = seeingIn(world, key, controller)
    const outcome = await runEpisode({environment: world.environment, key, controller: seeing}, signal)
    const error = subject.deterministic && !outcome.error ? await changeOf(subject, watch, signal) : undefined
    const changed = error && {success: false, reason: 'error', error}
    return {...episodeNames(plan, subject.name, episode), ...outcome, ...changed}
  })
}

/** Who promises equal answers is asked the first question of the cell again; undefined where the answer is the same. */
async function changeOf(subject: Subject, watch: AnswerWatch, signal: AbortSignal): Promise<EpisodeError | undefined> {
  try {
    if (!(await subject.asOnePlan(() => watch.hasChanged(signal)))) return undefined
    return episodeError(violation('the first question of these episodes has another answer by now'))
  } catch (error) {
    signal.throwIfAborted()
    return episodeError(error)
  }
}

/** The cell of a plan, whatever its episodes are. */
export function episodeCell(plan: EpisodeSetup, provider: string, run: Cell['run']): Cell {
  const {suite, environment, planner, seed, trials} = plan
  return {
    suite,
    provider,
    env: environment.id,
    stratum: episodeSet(plan),
    planner,
    successMode: environment.successMode,
    envStepBudget: environment.stepBudget,
    referenceUnit: environment.reference?.unit,
    seed,
    trials,
    run,
  }
}

/** How rows and keys of trials call this kind of trial: the shift, else the stratum that all start from. */
export function episodeSet({environment, shift}: Pick<EpisodeSetup, 'environment' | 'shift'>): string {
  return shift?.factor ?? environment.strata[0]
}

/** Where an episode starts: the same in every world, whatever is shifted. */
export function episodeKey({environment, seed}: EpisodeSetup, episode: number): EpisodeKey {
  return {seed, environment: environment.key, stratum: environment.strata[0], episode}
}

/** What executes one episode; made anew for each. */
export function makeEpisodeWorld({environment, shift}: EpisodeSetup): ShiftedWorld {
  return shift?.world(environment) ?? {environment}
}

/** Whoever decides sees no more than the world shows. */
export function seeingIn({environment, noise}: ShiftedWorld, key: EpisodeKey, controller: Controller): Controller {
  if (noise === undefined) return controller
  return makeBlurredController(controller, environment, {noise, stream: seedStream(episodeLabel(key, 'noise'))})
}

/** Whose episode it is, and of which cell. */
export function episodeNames(plan: EpisodeSetup, provider: string, episode: number) {
  const {suite, environment, shift} = plan
  const start = shift && {start: {stratum: environment.strata[0], episode}}
  return {suite: suite.name, provider, env: environment.id, stratum: episodeSet(plan), episode, ...start}
}

/** Draws of the planner in one episode; whatever model is planned with, the draws are the same. */
export function planStream(key: EpisodeKey) {
  return seedStream(episodeLabel(key, 'plan'))
}

/** Predictions an episode asks for at most, each of a plan entry. */
export function mostPredictions({environment, config}: Pick<EpisodeSetup, 'environment' | 'config'>): number {
  return mostModelEvals(environment, config) / config.action_block
}

/** Model steps an episode uses at most, when it never succeeds. */
export function mostModelEvals({stepBudget}: Environment, config: PlannerConfig): number {
  const {execute_k, action_block, num_iterations, num_samples, horizon} = config
  const plans = Math.ceil(stepBudget / (execute_k * action_block))
  return plans * num_iterations * num_samples * horizon * action_block
}
