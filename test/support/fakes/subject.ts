import {invalidInput} from '#error/assay-error'
import type {ScoreReply, Subject} from '#eval/model/subject'
import {environmentOf} from '#world/environments'
import {Action, checkAction, checkSteps, controlOf} from '#world/model/action'
import type {Dynamics} from '#world/model/dynamics'
import type {Environment} from '#world/model/environment'
import {rollOut} from '#world/model/rollout'
import {decodeState, encodeState} from '#world/model/scene'
import {modelObjective} from '#world/planner/objective'
import {Tensor} from '#world/tensor/tensor'

export type Changes = Partial<Subject>

/** A provider in memory with the rules `modelOf` gives, exact by default. `changes` replace whole operations. */
export function fakeSubject(
  changes: Changes = {},
  modelOf: (environment: Environment) => Dynamics = (same) => same,
): Subject {
  const count = {reached: 0}
  const whole: Subject = {
    name: 'fake',
    capabilities: ['predict', 'score'],
    descriptor: {action_types: ['control']},
    deterministic: true,
    batched: true,
    inProcess: true,
    get reached() {
      return count.reached
    },
    asOnePlan: (work) => work(),
    async predict({world_state, action, steps}) {
      const environment = environmentOf(String((world_state.metadata['environment'] as {id?: unknown})?.id))
      const {state, goal, step} = decodeState(environment, world_state)
      const checked = checkAction(action)
      checkSteps(steps)
      count.reached++
      for (let done = 0; done < steps; done++)
        modelOf(environment).advance(state, 0, controlOf(environment, state, checked), 0)
      return encodeState(environment, {state, goal, step: step + steps}, world_state)
    },
    predictClaiming: async (request, signal) => ({state: await whole.predict(request, signal)}),
    predictBatchClaiming: async (request, signal) => ({states: await whole.predictBatch(request, signal)}),
    async predictBatch({states, actions, environment: key}) {
      count.reached++
      const environment = environmentOf(String(key).split('@')[0] ?? '')
      const [samples = 0, steps = 0] = actions.shape
      const from = {states: states.toFloat64(), actions: actions.toFloat64(), samples, steps}
      return Tensor.of('float64', [samples, steps, environment.stateSize], rollOut(modelOf(environment), from))
    },
    async score({info, action_candidates}): Promise<ScoreReply> {
      if (!(action_candidates instanceof Tensor) || action_candidates.shape.length !== 4)
        throw invalidInput('candidates')
      count.reached++
      const environment = environmentOf(String(info['environment']).split('@')[0] ?? '')
      const [, samples = 0, horizon = 0, actionSize = 0] = action_candidates.shape
      const start = {state: numbers(info['observation']), goal: numbers(info['goal'])}
      const block = Number(info['action_block'])
      const objective = modelObjective({environment, model: modelOf(environment), start, block})
      const scores = Array.from(objective({values: action_candidates.toFloat64(), samples, horizon, actionSize}).scores)
      return {scores, lowerIsBetter: true, bestIndex: scores.indexOf(Math.min(...scores))}
    },
    embed: async () => ({vector: [0]}),
    reset: async () => undefined,
    policy: async () => [Action.noop()],
    generate: async () => noClip(),
    transfer: async () => noClip(),
    reason: async () => ({answer: 'none', evidence: []}),
    ...changes,
  }
  return whole
}

function noClip(): never {
  throw invalidInput('no clip is made')
}

function numbers(value: unknown): Float64Array {
  if (!(value instanceof Tensor)) throw invalidInput('not a tensor')
  return value.toFloat64()
}
