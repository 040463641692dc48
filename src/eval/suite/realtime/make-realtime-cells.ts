import type {Clock} from '#random/clock'
import type {Environment} from '#world/model/environment'
import {paced, planShape, presetConfig} from '#world/planner/presets'
import type {Controller} from '../../kit/controller.ts'
import {type Course, isTooDear, lacking, notRun, type SuiteCells} from '../../kit/course.ts'
import {evaluateWith, type PlanningWay, planningWay} from '../../kit/evaluate-candidates.ts'
import {startOfEpisode} from '../../kit/make-actions.ts'
import {makePlanningController} from '../../kit/make-controller.ts'
import {
  type EpisodeSetup,
  episodeCell,
  episodeKey,
  episodeNames,
  makeEpisodeCell,
  mostModelEvals,
  planStream,
} from '../../kit/make-episode-cell.ts'
import {runEpisode} from '../../kit/run-episode.ts'
import {runReferences} from '../../kit/run-references.ts'
import type {Cell} from '../../model/cell.ts'
import {wantedTrials} from '../../model/eval-plan.ts'
import type {Subject} from '../../model/subject.ts'
import {makeRealtimeController} from './make-realtime-controller.ts'

/** A cell an environment, each alone in its thread: what is measured is how long plans take. Without a clock there are none. */
export function makeRealtimeCells(course: Course): SuiteCells {
  const {subject, environments, settings, clock} = course
  const way = planningWay(subject)
  if (!way) return lacking(course)
  if (!clock) return lacking(course, 'needs_a_clock')
  const plans = environments
    .map((environment) => realtimePlan(environment, course))
    .filter(({trials}) => trials.length > 0)
  const tooDear = plans.filter((plan) => isTooDear(subject, mostEvals(plan), settings))
  return {
    ready: plans
      .filter((plan) => !tooDear.includes(plan))
      .map((plan) => ({
        cell: makeRealtimeCell(subject, way, plan, clock),
        isAlone: true,
        calls: way === 'predict' ? mostEvals(plan) / plan.config.action_block : undefined,
        baselines: (trial, signal) => runReferences({...plan, environment: stepwise(plan.environment)}, trial, signal),
      })),
    notRun: tooDear.map(({environment}) => notRun(course, {env: environment.id, reason: 'model_eval_budget'})),
  }
}

/** As closed-loop plans, only anew before each step. */
function realtimePlan(environment: Environment, {suite, settings}: Course): EpisodeSetup {
  const {seed, planner, maxModelEvals} = settings
  const trials = wantedTrials(settings, suite, {env: environment.id, part: environment.strata[0]})
  const config = {...presetConfig(planner, planShape(environment)), execute_k: 1}
  return {suite, environment, seed, planner, config, maxModelEvals, trials}
}

/** Plans until thread and provider are warm. */
const WARM_UP = 3

function makeRealtimeCell(
  subject: Subject,
  way: PlanningWay,
  plan: EpisodeSetup,
  clock: Pick<Clock, 'monotonicNs'>,
): Cell {
  const {environment, config, maxModelEvals} = plan
  const evaluateIn = evaluateWith(subject, environment, way)
  const world = stepwise(environment)
  const plannerOf = (episode: number): Controller => {
    const stream = planStream(episodeKey(plan, episode))
    const planner = makePlanningController({environment, config, stream, evaluateIn, maxModelEvals})
    return {decide: (now, signal) => subject.asOnePlan(() => planner.decide(now, signal))}
  }
  const patient = makeEpisodeCell(subject, way, {...plan, config: {...config, execute_k: environment.execute}})
  let isWarm = false
  const warmUp = async (signal: AbortSignal) => {
    const [planner, start] = [plannerOf(0), startOfEpisode(environment, episodeKey(plan, 0))]
    for (let done = 0; done < WARM_UP; done++) await planner.decide(start, signal)
  }
  return episodeCell(plan, subject.name, async (episode, signal) => {
    const key = episodeKey(plan, episode)
    // What goes wrong here goes wrong in the episode too, and is told there.
    if (!isWarm) await warmUp(signal).catch(() => undefined)
    isWarm = true
    const controller = makeRealtimeController(plannerOf(episode), environment, clock)
    const outcome = await runEpisode({environment: world, key, controller}, signal)
    const {pace} = controller
    // What no late plan has changed needs no other run to compare with.
    const untimed = pace.late === 0 ? outcome : await patient.run(episode, signal)
    const values = outcome.error || untimed.error ? pace : {...pace, untimed: untimed.success ? 1 : 0}
    return {...episodeNames(plan, subject.name, episode), ...outcome, values: {...values}}
  })
}

/** Commands change at every step, whatever a plan holds them for. */
function stepwise(environment: Environment): Environment {
  return paced(environment, {block: 1})
}

/** A plan a step, and all of it twice where plans were late. */
function mostEvals({environment, config}: EpisodeSetup): number {
  return 2 * config.action_block * mostModelEvals(environment, config)
}
