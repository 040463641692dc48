import {clip, type Dynamics, step} from './dynamics.ts'
import type {Environment, EnvironmentKey, Shift, ShiftedWorld} from './environment.ts'
import type {ShiftFactor} from './shift-factor.ts'
import type {Start} from './situation.ts'

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

/** Commands on their way. */
export interface Delayed {
  /** The rules where a command takes effect `steps` later; nothing is commanded before the first arrives. Remembers, so it serves one episode. */
  readonly dynamics: Dynamics
  /** What the state will be once all that is under way has taken effect. */
  ahead(state: Float64Array): Float64Array
}

export function delayed(exact: Dynamics, steps: number): Delayed {
  const underway: Float64Array[] = Array.from({length: steps}, () => new Float64Array(exact.actionSize))
  return {
    dynamics: {
      ...rules(exact),
      advance(states, at, actions, from) {
        underway.push(Float64Array.from({length: exact.actionSize}, (_, entry) => actions[from + entry] ?? Number.NaN))
        exact.advance(states, at, underway.shift() ?? new Float64Array(exact.actionSize), 0)
      },
    },
    ahead: (state) => underway.reduce((next, action) => step(exact, next, action), state),
  }
}

/** Heavier by half, weaker by three tenths, a late step, a blurred look: the exact model survives them by looking again. */
const MASS = 1.5
const GAIN = 0.7
const NOISE = 0.1
const DELAY_STEPS = 1

/** `ofMass`: the rules with another mass, as a multiple of the usual one. */
export function massShift(key: EnvironmentKey, ofMass: (mass: number) => Dynamics): Shift {
  return shift(key, 'mass', {mass: MASS}, (environment) => changed(environment, ofMass(MASS)))
}

export function gainShift(key: EnvironmentKey): Shift {
  return shift(key, 'gain', {gain: GAIN}, (environment) => changed(environment, withGain(environment, GAIN)))
}

export function noiseShift(key: EnvironmentKey): Shift {
  return shift(key, 'noise', {noise: NOISE}, (environment) => ({environment, noise: NOISE}))
}

export function delayShift(key: EnvironmentKey): Shift {
  return shift(key, 'delay', {steps: DELAY_STEPS}, (environment) => {
    const {dynamics, ahead} = delayed(environment, DELAY_STEPS)
    return {...changed(environment, dynamics), ahead}
  })
}

/** A shift that keeps the starts and gives other goals. */
export function goalShift(
  key: EnvironmentKey,
  parameters: Shift['parameters'],
  move: (start: Start) => number[],
): Shift {
  return shift(key, 'goals', parameters, (environment) => {
    const reset: Environment['reset'] = (stream, stratum) => {
      const start = environment.reset(stream, stratum)
      return {...start, goal: Float64Array.from(move(start))}
    }
    return {environment: {...environment, reset}}
  })
}

export function shift(
  environment: EnvironmentKey,
  factor: ShiftFactor,
  parameters: Shift['parameters'],
  world: (environment: Environment) => ShiftedWorld,
): Shift {
  return {factor, version: 1, environment, parameters, world}
}

/** The environment under other rules. */
export function changed(environment: Environment, dynamics: Pick<Dynamics, 'advance'>): ShiftedWorld {
  return {environment: {...environment, advance: dynamics.advance}}
}
