import {episodeLabel, seedStream} from '#random/stream'
import {Action} from '#world/model/action'
import {encodeState} from '#world/model/scene'
import type {Situation} from '#world/model/situation'
import {claimedProbability, demandClaim} from '../../kit/claimed.ts'
import {evaluateWith, planningWay} from '../../kit/evaluate-candidates.ts'
import {startOfEpisode} from '../../kit/make-actions.ts'
import {makePlanningController} from '../../kit/make-controller.ts'
import type {StateOutcome, TrialPlace} from '../../kit/state-trial.ts'
import {Trajectory} from '../../kit/trajectory.ts'
import type {Subject} from '../../model/subject.ts'
import {waitTurn} from '../../model/wait-turn.ts'

export interface OutcomePlace extends TrialPlace {
  readonly maxModelEvals?: number | undefined
}

/**
 * One task, planned with the provider as in a closed loop: the chance of success that it states with its prediction of the first planned
 * action, and whether the task was finished.
 */
export async function measureOutcome(
  subject: Subject,
  {environment, key, config, maxModelEvals}: OutcomePlace,
  signal: AbortSignal,
): Promise<StateOutcome> {
  const way = planningWay(subject)
  if (!way) throw new Error('a provider that cannot be planned with has no outcomes')
  const evaluateIn = evaluateWith(subject, environment, way)
  const stream = seedStream(episodeLabel(key, 'plan'))
  const planner = makePlanningController({environment, config, stream, evaluateIn, maxModelEvals})
  const start = startOfEpisode(environment, key)
  const trajectory = new Trajectory(environment, start)
  let stated: number | undefined
  let modelEvals = 0
  while (!trajectory.isEnded) {
    await waitTurn()
    signal.throwIfAborted()
    const decision = await subject.asOnePlan(() => planner.decide(trajectory.situation, signal))
    if (decision.kind === 'spent') break
    stated ??= await statedFor(start, decision.actions)
    modelEvals += decision.modelEvals
    trajectory.follow(decision.actions)
  }
  if (stated === undefined) return {modelEvals, reason: 'model_eval_budget'}
  const values = {'stated.0': stated, 'came.0': trajectory.isSuccess ? 1 : 0}
  return {values, modelEvals: modelEvals + environment.block}

  async function statedFor(now: Situation, plan: Float64Array): Promise<number> {
    const action = Action.control(Array.from(plan.subarray(0, environment.actionSize)))
    const request = {world_state: encodeState(environment, now), action, steps: environment.block}
    const {claims} = await subject.predictClaiming(request, signal)
    return demandClaim(claimedProbability(claims, 'success_probability'), 'success_probability')
  }
}
