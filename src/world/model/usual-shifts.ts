import {delayed} from './delayed.ts'
import type {Dynamics} from './dynamics.ts'
import type {Environment, EnvironmentKey, Shift, ShiftedWorld} from './environment.ts'
import type {ShiftFactor} from './shift-factor.ts'
import type {Start} from './situation.ts'
import {withGain} from './variants.ts'

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
