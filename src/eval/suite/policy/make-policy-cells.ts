import {episodeLabel, seedStream} from '#random/stream'
import type {Environment} from '#world/model/environment'
import {guarded} from '#world/model/guarded'
import {paced, planShape, presetConfig} from '#world/planner/presets'
import type {Controller} from '../../kit/controller.ts'
import {type Course, lacking, type SuiteCells} from '../../kit/course.ts'
import {makeIdleController, makeOracleController, makeRandomController} from '../../kit/make-controller.ts'
import {type EpisodeSetup, episodeCell, episodeKey, episodeNames, planStream} from '../../kit/make-episode-cell.ts'
import {type AskPolicy, makePolicyController} from '../../kit/make-policy-controller.ts'
import {runEpisode} from '../../kit/run-episode.ts'
import type {TrialReferences} from '../../kit/trial-order.ts'
import {wantedTrials} from '../../model/eval-plan.ts'
import type {Subject} from '../../model/subject.ts'
import {askPolicy} from './ask-policy.ts'

/** A cell an environment, for a provider with a policy. Without a translator of the caller's, what it says raw is what is done. */
export function makePolicyCells(course: Course): SuiteCells {
  const {subject, environments} = course
  if (!subject.capabilities.includes('policy')) return lacking(course)
  const ask = askPolicy(subject)
  const plans = environments.map((environment) => policyPlan(environment, course))
  return {
    ready: plans
      .filter(({trials}) => trials.length > 0)
      .map((plan) => ({
        cell: {...policyCell(subject, plan, ask), planner: null},
        baselines: (trial, signal) => runPolicyBaselines(plan, trial, signal),
      })),
    notRun: [],
  }
}

/** Commands change at every step, whatever plans hold them for; the planner is that of the ceiling. */
function policyPlan(asked: Environment, {suite, settings}: Course): EpisodeSetup {
  const environment = paced(asked, {block: 1})
  const {seed, planner} = settings
  const trials = wantedTrials(settings, suite, {env: environment.id, part: environment.strata[0]})
  return {suite, environment, seed, planner, config: presetConfig(planner, planShape(asked)), trials}
}

function policyCell(subject: Subject, plan: EpisodeSetup, ask: ReturnType<typeof askPolicy>) {
  const {environment} = plan
  return episodeCell(plan, subject.name, async (episode, signal) => {
    let isNew = true
    const askFresh: AskPolicy = async (now, use) => {
      // A policy that remembers must not bring what it saw in the episode before. A reset that fails is an error of this one.
      if (isNew) await subject.reset(plan.seed + episode, use)
      isNew = false
      return await ask(environment, now, use)
    }
    const policy = makePolicyController(askFresh, environment)
    const outcome = await runGuarded(plan, episode, policy, signal)
    return {...episodeNames(plan, subject.name, episode), ...outcome, replans: policy.calls}
  })
}

/** Floors: commands at random, and none at all. Ceiling: the expert, or who plans over the exact rules. */
async function runPolicyBaselines(plan: EpisodeSetup, episode: number, signal: AbortSignal): Promise<TrialReferences> {
  const {environment, config} = plan
  const key = episodeKey(plan, episode)
  return {
    random: await runOne('random', makeRandomController(environment, seedStream(episodeLabel(key, 'actions')))),
    frozen: await runOne('frozen', makeIdleController(environment)),
    oracle: await runOne('oracle', makeOracleController(environment, config, planStream(key))),
  }

  async function runOne(provider: string, controller: Controller) {
    const {snapshots: _, ...outcome} = await runGuarded(plan, episode, controller, signal)
    return {...episodeNames(plan, provider, episode), ...outcome}
  }
}

async function runGuarded(plan: EpisodeSetup, episode: number, controller: Controller, signal: AbortSignal) {
  const {environment, breaches} = guarded(plan.environment)
  const outcome = await runEpisode({environment, key: episodeKey(plan, episode), controller}, signal)
  return {...outcome, values: {...breaches}}
}
