import {WorldStateError} from '#error/provider-error'
import type {Stream} from '#random/stream'
import {Action} from '#world/model/action'
import type {Dynamics} from '#world/model/dynamics'
import type {Environment} from '#world/model/environment'
import {holdActions, rollOut} from '#world/model/rollout'
import {decodeState, encodeState} from '#world/model/scene'
import type {Situation} from '#world/model/situation'
import {modelObjective, stillObjective} from '#world/planner/objective'
import {paced} from '#world/planner/presets'
import {Tensor} from '#world/tensor/tensor'
import type {Subject} from '../model/subject.ts'
import {evaluateWith, mostAtOnce, planningWay} from './evaluate-candidates.ts'
import {
  type Forecast,
  type ForecastQuestion,
  finiteStates,
  type ScenePrediction,
  type WorldModel,
} from './world-model.ts'

/** A provider as a model of one environment, or `undefined` when it can neither predict nor score. */
export function subjectModel(subject: Subject, environment: Environment): WorldModel | undefined {
  const way = planningWay(subject)
  if (!way) return undefined
  const forecasts = {predict_batch: forecastByBatch, predict: forecastByCalls, score: undefined}
  return {
    forecast: forecasts[way]?.(subject, environment),
    ...(way !== 'score' && {inScene: predictInScene(subject, environment)}),
    ...(subject.capabilities.includes('score') && scoresOf(subject, environment)),
    evaluateIn: evaluateWith(subject, environment, way),
  }
}

function scoresOf(subject: Subject, environment: Environment): Pick<WorldModel, 'scoresIn' | 'heldScoresIn'> {
  const scoresIn = evaluateWith(subject, environment, 'score')
  if (subject.shown) return {scoresIn}
  return {
    scoresIn,
    heldScoresIn: (now, block) => evaluateWith(subject, paced(environment, {block}), 'score')(now),
  }
}

/** Rules in this process as a model: the environment itself is the ceiling. */
export function localModel(environment: Environment, model: Dynamics): WorldModel {
  const heldScoresIn = (start: Situation, block: number) => modelObjective({environment, model, start, block})
  const evaluateIn: WorldModel['evaluateIn'] = (start) => heldScoresIn(start, environment.block)
  return {
    isPure: true,
    async forecast({now, actions, samples, block}) {
      const held = holdActions(actions, environment.actionSize, block)
      const steps = held.length / (samples * environment.actionSize)
      return everyEntry(rollOut(model, {states: now.state, actions: held, samples, steps}), environment, block)
    },
    scoresIn: evaluateIn,
    heldScoresIn,
    evaluateIn,
  }
}

/** A floor: nothing ever moves. */
export function frozenModel(environment: Environment): WorldModel {
  const {stateSize, actionSize} = environment
  const evaluateIn: WorldModel['evaluateIn'] = (start) => stillObjective({environment, start})
  const still = localModel(environment, {stateSize, actionSize, advance: () => undefined})
  return {...still, scoresIn: evaluateIn, heldScoresIn: evaluateIn, evaluateIn}
}

/** A floor: the true rules under actions of its own, drawn at random, whatever it is asked. */
export function randomModel(environment: Environment, stream: Stream): WorldModel {
  const {stateSize, actionSize} = environment
  const drawn = new Float64Array(actionSize)
  const drawing = localModel(environment, {
    stateSize,
    actionSize,
    advance(states, at) {
      for (let entry = 0; entry < actionSize; entry++) drawn[entry] = 2 * stream.uniform() - 1
      environment.advance(states, at, drawn, 0)
    },
  })
  // Each answer draws on.
  return {...drawing, isPure: false}
}

function forecastByBatch(subject: Subject, environment: Environment): Forecast {
  const {stateSize, actionSize, key} = environment
  const most = mostAtOnce(subject)
  const forecast: Forecast = async ({now, actions, samples, block}, signal) => {
    if (samples > most) return inParts(forecast, {now, actions, samples, block, most}, signal)
    const held = holdActions(actions, actionSize, block)
    const steps = held.length / (samples * actionSize)
    const request = {
      states: Tensor.of('float64', [1, stateSize], now.state),
      actions: Tensor.of('float64', [samples, steps, actionSize], held),
      environment: key,
    }
    const path = (await subject.predictBatch(request, signal)).toFloat64()
    if (path.length !== samples * steps * stateSize)
      throw new WorldStateError('the batch of states has another shape', 'provider')
    return finiteStates(everyEntry(path, environment, block))
  }
  return forecast
}

/** Who says how many ways it takes at once is asked for the others after them. */
async function inParts(
  forecast: Forecast,
  {actions, samples, most, ...question}: ForecastQuestion & {readonly most: number},
  signal: AbortSignal,
): Promise<Float64Array> {
  const size = actions.length / samples
  const states: number[] = []
  for (let from = 0; from < samples; from += most) {
    const to = Math.min(samples, from + most)
    const part = {...question, actions: actions.slice(from * size, to * size), samples: to - from}
    states.push(...(await forecast(part, signal)))
  }
  return Float64Array.from(states)
}

/** One call an entry, for providers that know only world states. */
function forecastByCalls(subject: Subject, environment: Environment): Forecast {
  const {stateSize, actionSize} = environment
  return async ({now, actions, samples, block}, signal) => {
    const entries = actions.length / (samples * actionSize)
    const path = new Float64Array(samples * entries * stateSize)
    for (let sample = 0, at = 0; sample < samples; sample++) {
      let world = encodeState(environment, now)
      for (let entry = 0; entry < entries; entry++, at++) {
        const action = Action.control(Array.from(actions.subarray(at * actionSize, (at + 1) * actionSize)))
        world = await subject.predict({world_state: world, action, steps: block}, signal)
        path.set(decodeState(environment, world, 'provider').state, at * stateSize)
      }
    }
    return finiteStates(path)
  }
}

function predictInScene(subject: Subject, environment: Environment): ScenePrediction {
  return async ({world, action, steps}, signal) => {
    const request = {world_state: world, action: Action.control(Array.from(action)), steps}
    return decodeState(environment, await subject.predict(request, signal), 'provider').state
  }
}

/** The last state of each block. */
function everyEntry(path: Float64Array, {stateSize}: Environment, block: number): Float64Array {
  if (block === 1) return path
  const states = new Float64Array(path.length / block)
  for (let at = 0; at < states.length; at += stateSize) {
    const from = (at / stateSize) * block * stateSize + (block - 1) * stateSize
    states.set(path.subarray(from, from + stateSize), at)
  }
  return states
}
