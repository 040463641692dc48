import {AssayError} from '#error/assay-error'
import {billiard} from '#world/environment/billiard/billiard'
import {billiardDynamics} from '#world/environment/billiard/table'
import {pushBlockDynamics} from '#world/environment/push-block/dynamics'
import {twoRoomDynamics} from '#world/environment/two-room/floor-plan'
import {hashedStream} from '#world/math/hashed-stream'
import {clip, type Dynamics} from '#world/model/dynamics'
import type {Environment} from '#world/model/environment'
import {rules, withGain} from '#world/model/usual-shifts'

/** What suites must do with a wrong model: fail it in a gate, or at least show a number that the exact model does not have. */
export type MutantHarm = 'harmful' | 'visible'

/** A deliberately wrong model of an environment. A suite that does not tell it from the exact one is broken. */
export interface Mutant {
  readonly name: string
  /** The model, or undefined where the fault makes no sense: no wall without a wall. */
  model(environment: Environment): Dynamics | undefined
  harm(environment: Environment): MutantHarm
}

const always = (harm: MutantHarm) => () => harm

/** All wrong models. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: 'frozen',
    harm: always('harmful'),
    model: (environment) => ({...rules(environment), advance: () => undefined}),
  },
  {name: 'action-blind', harm: always('harmful'), model: (environment) => commanded(environment, 0)},
  {name: 'sign-flip', harm: always('harmful'), model: (environment) => commanded(environment, -1)},
  {
    name: 'no-wall',
    harm: always('harmful'),
    model: ({id}) => (id === 'two-room' ? twoRoomDynamics(undefined) : undefined),
  },
  {
    name: 'no-contact',
    harm: always('harmful'),
    model: ({id}) => (id === 'push-block' ? pushBlockDynamics(undefined) : undefined),
  },
  {
    name: 'noise-5%',
    harm: ({id}) => (id === 'two-room' ? 'harmful' : 'visible'),
    model: (environment) => noisy(environment, 0.05),
  },
  {name: 'gain-0.7', harm: always('visible'), model: (environment) => commanded(environment, 0.7)},
  {name: 'mass-1.5', harm: always('visible'), model: ({ofMass}) => ofMass?.(1.5)},
  {
    name: 'mu-0.05',
    harm: always('visible'),
    model: ({id}) => (id === 'push-block' ? pushBlockDynamics(0.05) : undefined),
  },
  {name: 'restitution-0.8', harm: always('harmful'), model: bouncing(0.8)},
  {name: 'restitution-1.25', harm: always('harmful'), model: bouncing(1.25)},
  {
    name: 'range-bound',
    harm: always('harmful'),
    model: (environment) => (environment.id === 'double-integrator' ? within(environment, 1.05) : undefined),
  },
]

/** The wrong model of a name. Throws `invalid_input` when there is none of that name for the environment. */
export function mutantModel(name: string, environment: Environment): Dynamics {
  const model = MUTANTS.find((mutant) => mutant.name === name)?.model(environment)
  if (model) return model
  const known = MUTANTS.filter((mutant) => mutant.model(environment)).map((mutant) => mutant.name)
  throw new AssayError('invalid_input', `${environment.id} has no such wrong model`, {
    hint: `Use one of: ${known.join(', ')}.`,
    detail: {known},
  })
}

/** Only where there is something to command. */
function commanded(environment: Environment, gain: number): Dynamics | undefined {
  return environment.id === billiard.id ? undefined : withGain(environment, gain)
}

/** Collisions that lose energy, or make it. */
function bouncing(restitution: number): Mutant['model'] {
  return ({id}) => (id === billiard.id ? billiardDynamics(restitution) : undefined)
}

/** Exact where it has learned, and sure that no position lies beyond: starts and goals of the environment do not show it. */
function within(environment: Environment, limit: number): Dynamics {
  return {
    ...rules(environment),
    advance(states, at, actions, from) {
      environment.advance(states, at, actions, from)
      for (let axis = 0; axis < 2; axis++) states[at + axis] = clip(states[at + axis] ?? Number.NaN, -limit, limit)
    },
  }
}

/**
 * Adds a share of the error scale, Gaussian, each step. The draw belongs to the state and action themselves: the same question gets the same
 * answer in any order and batch, so that only its size can give the noise away.
 */
export function noisy(environment: Environment, share: number): Dynamics {
  const {stateSize, actionSize, sigma} = environment
  const asked = new Float64Array(stateSize + actionSize)
  return {
    ...rules(environment),
    advance(states, at, actions, from) {
      for (let entry = 0; entry < stateSize; entry++) asked[entry] = states[at + entry] ?? Number.NaN
      for (let entry = 0; entry < actionSize; entry++) asked[stateSize + entry] = actions[from + entry] ?? Number.NaN
      const stream = hashedStream(asked)
      environment.advance(states, at, actions, from)
      for (let entry = 0; entry < stateSize; entry++) {
        states[at + entry] = (states[at + entry] ?? Number.NaN) + share * (sigma[entry] ?? 0) * stream.gaussian()
      }
    },
  }
}
