import {record} from '#contract/json'
import {digestValue} from '#provider/model/value-check'
import {type Action, controlOf} from '#world/model/action'
import {step} from '#world/model/dynamics'
import {decodeState} from '#world/model/scene'
import type {WorldState} from '#world/model/world-state'
import {
  type ContractProbe,
  drawStepCount,
  probeAction,
  probeDraws,
  probeStart,
  probeWorld,
} from '../../kit/contract-input.ts'
import {floatTypeOf} from '../../kit/float-type.ts'
import {isClose} from '../../kit/tolerance.ts'
import {askedOtherwise, elsewhere} from './ask-operation.ts'
import type {ContractCase} from './contract-case.ts'

/** What a provider that predicts promises. */
export const PREDICT_CASES: readonly ContractCase[] = [
  {
    name: 'predict-state',
    capability: 'predict',
    async check(probe) {
      const stream = probeDraws(probe)
      const [action, steps] = [probeAction(probe, stream), drawStepCount(stream)]
      const next = await predict(probe, probeWorld(probe), action, steps)
      const {state, step} = decodeState(probe.environment, next, 'provider')
      if (!state.every(Number.isFinite)) return 'the predicted state is not finite'
      if (record(next.metadata['environment']) === undefined)
        return 'the predicted state does not say any more to which world it belongs (metadata.environment)'
      return step === steps ? undefined : `the step rose by ${step} instead of ${steps}`
    },
  },
  {
    name: 'predict-composition',
    capability: 'predict',
    async check(probe) {
      const [world, action] = [probeWorld(probe), probeAction(probe)]
      const once = await predict(probe, world, action, 2)
      const twice = await predict(probe, await predict(probe, world, action, 1), action, 1)
      return isClose(numbersOf(probe, once), numbersOf(probe, twice), floatTypeOf(probe.subject))
        ? undefined
        : 'two steps at once differ from one and one'
    },
  },
  {
    name: 'predict-repeat',
    capability: 'predict',
    async check(probe) {
      if (!probe.subject.deterministic) return undefined
      const stream = probeDraws(probe)
      const [world, action, other] = [probeWorld(probe), probeAction(probe, stream), probeAction(probe, stream)]
      const before = await predict(probe, world, action, 1)
      await predict(probe, world, other, 1)
      const after = await predict(probe, world, action, 1)
      return isClose(numbersOf(probe, before), numbersOf(probe, after), floatTypeOf(probe.subject))
        ? undefined
        : 'the answer depends on earlier calls'
    },
  },
  {
    name: 'predict-start',
    capability: 'predict',
    async check(probe) {
      const [here, there] = [probeWorld(probe), probeWorld(elsewhere(probe, 1))]
      const action = probeAction(probe)
      const type = floatTypeOf(probe.subject)
      // A world may have one start alone, or lead two starts to one place.
      if (isClose(exactEnd(probe, action), exactEnd(elsewhere(probe, 1), action), type)) return undefined
      const [one, other] = [await predict(probe, here, action, 1), await predict(probe, there, action, 1)]
      return isClose(numbersOf(probe, one), numbersOf(probe, other), type)
        ? 'a step from another start ends in the same state'
        : undefined
    },
  },
  {
    name: 'predict-goal',
    capability: 'predict',
    async check(probe) {
      const world = probeWorld(probe)
      const stream = probeDraws(probe)
      for (const asked of [probe, askedOtherwise(probe)]) {
        const action = probeAction(asked, stream)
        for (const steps of [1, drawStepCount(stream)]) {
          const next = decodeState(probe.environment, await predict(probe, world, action, steps), 'provider')
          if (!isClose(probeStart(probe).goal, next.goal))
            return `predicting moved the goal, ${toldAction(action, steps)}`
        }
      }
      return undefined
    },
  },
  {
    name: 'predict-input',
    capability: 'predict',
    async check(probe) {
      const request = {world_state: probeWorld(probe), action: probeAction(probe), steps: 1}
      const before = digestValue(request)
      await probe.subject.predict(request, probe.signal)
      return digestValue(request) === before ? undefined : 'predicting changed its input'
    },
  },
]

const toldAction = ({type}: Action, steps: number) =>
  `asked for ${steps === 1 ? 'a step' : `${steps} steps`} of ${type}`

function predict(
  {subject, signal}: ContractProbe,
  world: WorldState,
  action: Action,
  steps: number,
): Promise<WorldState> {
  return subject.predict({world_state: world, action, steps}, signal)
}

function exactEnd(probe: ContractProbe, action: Action): Float64Array {
  const {environment} = probe
  const {state} = probeStart(probe)
  return step(environment, state, controlOf(environment, state, action))
}

function numbersOf({environment}: ContractProbe, world: WorldState): number[] {
  const {state, step} = decodeState(environment, world, 'provider')
  return [...state, step]
}
