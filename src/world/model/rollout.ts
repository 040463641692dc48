import type {Dynamics} from './dynamics.ts'
import type {Environment} from './environment.ts'

/** Where a batch starts and what it does, flat in C order: states `[1 or samples, stateSize]`, actions `[samples, steps, actionSize]`. */
export interface Batch {
  readonly states: ArrayLike<number>
  readonly actions: ArrayLike<number>
  readonly samples: number
  readonly steps: number
}

/** Every state after every step, `[samples, steps, stateSize]`: bit for bit what single steps give. */
export function rollOut(dynamics: Dynamics, batch: Batch): Float64Array {
  const {states, samples, steps} = batch
  const {stateSize} = dynamics
  const path = new Float64Array(samples * steps * stateSize)
  const stride = states.length === stateSize ? 0 : stateSize
  for (let sample = 0; sample < samples; sample++) {
    const at = sample * steps * stateSize
    for (let entry = 0; entry < stateSize; entry++) path[at + entry] = states[sample * stride + entry] ?? Number.NaN
  }
  if (dynamics.advanceMany) walkTogether(dynamics, path, batch)
  else walkOneByOne(dynamics, path, batch)
  return path
}

/** Each path begins with the state that its first step is to change. */
function walkOneByOne(dynamics: Dynamics, path: Float64Array, {actions, samples, steps}: Batch): void {
  const {stateSize, actionSize} = dynamics
  for (let sample = 0, at = 0, from = 0; sample < samples; sample++) {
    for (let step = 1; step <= steps; step++, at += stateSize, from += actionSize) {
      dynamics.advance(path, at, actions, from)
      const end = step < steps ? at + stateSize : 0
      for (let entry = at; entry < end; entry++) path[entry + stateSize] = path[entry] ?? Number.NaN
    }
  }
}

function walkTogether(dynamics: Dynamics, path: Float64Array, {actions, samples, steps}: Batch): void {
  const {stateSize, actionSize} = dynamics
  const strides = {count: samples, stateStride: steps * stateSize, actionStride: steps * actionSize}
  for (let step = 0; step < steps; step++) {
    const at = step * stateSize
    for (let sample = 0; step > 0 && sample < samples; sample++) {
      const from = at + sample * strides.stateStride
      for (let entry = from; entry < from + stateSize; entry++) path[entry] = path[entry - stateSize] ?? Number.NaN
    }
    dynamics.advanceMany?.(path, actions, {...strides, at, from: step * actionSize})
  }
}

/** Whether plans of `horizon` entries, each held for `block` steps, are whole rows of `steps`: rows of several commands may span entries, others lie within one. */
export function fillsRows(
  {horizon, block}: {readonly horizon: number; readonly block: number},
  {steps = block, flatten = false}: {readonly steps?: number | undefined; readonly flatten?: boolean | undefined},
): boolean {
  return (horizon * block) % steps === 0 && (flatten || block % steps === 0)
}

/** Actions a step from actions a plan entry: each entry is held for `block` steps. Shape `[..., horizon, actionSize]`. */
export function holdActions(actions: ArrayLike<number>, actionSize: number, block: number): Float64Array {
  const held = new Float64Array(actions.length * block)
  for (let from = 0, at = 0; from < actions.length; from += actionSize) {
    for (let step = 0; step < block; step++) {
      for (let entry = 0; entry < actionSize; entry++, at++) held[at] = actions[from + entry] ?? Number.NaN
    }
  }
  return held
}

/** How a path of states is judged: the cost after each plan entry, added up, the last one five times. */
export interface PathCost {
  readonly environment: Pick<Environment, 'cost' | 'stateSize'>
  readonly goal: ArrayLike<number>
  /** Plan entries of the path and states of each. */
  readonly horizon: number
  readonly block: number
}

/** Cost of the path `[horizon x block, stateSize]` that begins at `states[at]`. */
export function costOfPath(
  {environment, goal, horizon, block}: PathCost,
  states: ArrayLike<number>,
  at: number,
): number {
  const stride = block * environment.stateSize
  let sum = 0
  for (let entry = 1; entry <= horizon; entry++) {
    const cost = environment.cost(states, goal, at + entry * stride - environment.stateSize)
    sum += entry === horizon ? LAST_WEIGHT * cost : cost
  }
  return sum
}

/** The end of a plan counts most: arriving matters more than the way. */
export const LAST_WEIGHT = 5
