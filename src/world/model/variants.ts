import {cartPoleDynamics} from '../environment/cart-pole/cart-pole.ts'
import {doubleIntegratorDynamics} from '../environment/double-integrator/double-integrator.ts'
import {pendulumDynamics} from '../environment/pendulum/pendulum.ts'
import {clip, type Dynamics} from './environment.ts'

const BY_MASS: Readonly<Record<string, (mass: number) => Dynamics>> = {
  'double-integrator': doubleIntegratorDynamics,
  pendulum: pendulumDynamics,
  'cart-pole': cartPoleDynamics,
}

/** The rules of an environment with another mass, as a multiple of its own; undefined where nothing has one. */
export function withMass(id: string, mass: number): Dynamics | undefined {
  return BY_MASS[id]?.(mass)
}

/** The rules with every action, after clamping, times `gain`. */
export function withGain(dynamics: Dynamics, gain: number): Dynamics {
  const changed = new Float64Array(dynamics.actionSize)
  return {
    ...rules(dynamics),
    advance(states, at, actions, from) {
      for (let entry = 0; entry < changed.length; entry++) {
        changed[entry] = gain * clip(actions[from + entry] ?? Number.NaN, -1, 1)
      }
      dynamics.advance(states, at, changed, 0)
    },
  }
}

/** The sizes alone, for rules that move otherwise. */
export function rules({stateSize, actionSize}: Dynamics): Omit<Dynamics, 'advance'> {
  return {stateSize, actionSize}
}
