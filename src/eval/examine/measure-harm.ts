import {type EpisodeKey, episodeLabel, seedStream} from '#random/stream'
import type {Environment} from '#world/model/environment'
import {planShape, presetConfig} from '#world/planner/presets'
import {makePlanningController} from '../kit/make-controller.ts'
import {localModel, subjectModel} from '../kit/make-world-model.ts'
import {runEpisode} from '../kit/run-episode.ts'
import type {WorldModel} from '../kit/world-model.ts'
import type {Subject} from '../model/subject.ts'
import {makeRegretTest} from '../suite/planning-regret/measure-regret.ts'
import {BY_FORECASTS, BY_SCORES} from '../suite/planning-regret/regret-sets.ts'
import {unlessRefused} from './ask-unless-refused.ts'
import {type VisitedSteps, visitSteps} from './collect-steps.ts'
import type {Harm} from './harm.ts'
import {measureBelief, measureClaims} from './measure-claims.ts'
import {measureSteps} from './measure-steps.ts'

/** Far from every seed that suites are run with. */
const SEED = 77_000_077
const PLANS = 16
const TASKS = 24
/** As bad as a random plan. */
const NO_PLAN = 1

/** Measures what a provider costs in an environment, by the exact rules. What is true there is worked out once. `onlyClaims`: its answers are honest. */
export function makeHarmTest(environment: Environment) {
  const regretTest = makeRegretTest()
  const config = presetConfig('quick', planShape(environment))
  const keyOf = (episode: number): EpisodeKey => ({
    seed: SEED,
    environment: environment.key,
    stratum: environment.strata[0],
    episode,
  })
  let visited: Promise<VisitedSteps> | undefined
  let exact: Promise<readonly boolean[]> | undefined

  const regretIn = async (set: string, model: WorldModel, signal: AbortSignal): Promise<number> => {
    let sum = 0
    for (let episode = 0; episode < PLANS; episode++) {
      const trial = {environment, key: keyOf(episode), set, config, model}
      const scene = await regretTest.prepare(trial, signal)
      const made = await unlessRefused(() => regretTest.measure(scene, trial, signal))
      sum += made === undefined ? NO_PLAN : (made.values?.['excess'] ?? 0)
    }
    return sum / PLANS
  }

  const finished = async ({evaluateIn}: Pick<WorldModel, 'evaluateIn'>, signal: AbortSignal): Promise<boolean[]> => {
    const done: boolean[] = []
    for (let episode = 0; episode < TASKS; episode++) {
      const key = keyOf(episode)
      const stream = seedStream(episodeLabel(key, 'plan'))
      const controller = makePlanningController({environment, config, stream, evaluateIn})
      done.push((await runEpisode({environment, key, controller}, signal)).success)
    }
    return done
  }

  return async (subject: Subject, onlyClaims: boolean, signal: AbortSignal): Promise<Harm> => {
    const asked = {subject, environment, keyOf, signal}
    if (onlyClaims) return {step: 0, regret: 0, lost: 0, claims: await measureClaims(asked)}
    visited ??= visitSteps(environment, SEED, signal)
    const step = await measureSteps({subject, environment, visited: await visited, signal})
    const model = subjectModel(subject, environment)
    if (!model) return {step, regret: 0, lost: 0, claims: 0}
    exact ??= finished(localModel(environment, environment), signal)
    const [could, can] = [await exact, await finished(model, signal)]
    const sets = [...(model.forecast ? [BY_FORECASTS] : []), ...(model.scoresIn ? [BY_SCORES] : [])]
    let regret = 0
    for (const set of sets) regret = Math.max(regret, await regretIn(set, model, signal))
    return {
      step,
      regret,
      lost: Math.max(0, could.filter(Boolean).length - can.filter(Boolean).length) / TASKS,
      claims: model.scoresIn ? await measureBelief(asked) : 0,
    }
  }
}
