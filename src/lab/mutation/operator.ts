import {modelProvider} from '#provider/adapter/analytic/model-provider'
import type {Provider} from '#provider/model/provider'
import {ENVIRONMENTS} from '#world/environments'
import type {Dynamics} from '#world/model/dynamics'
import type {Environment} from '#world/model/environment'
import {exactProvider, strangerProfile} from '../adapter/spoil-provider.ts'

/** What a wrong provider can be wrong about. */
export const FAMILIES = [
  'state',
  'action',
  'time',
  'geometry',
  'batch',
  'order',
  'memory',
  'precision',
  'rare',
  'score',
  'statement',
] as const
export type Family = (typeof FAMILIES)[number]

/** One way of being wrong, as much as is asked for. */
export interface MutationOperator {
  readonly name: string
  readonly family: Family
  /** From barely to badly wrong, in a unit of its own that `make` knows. */
  readonly magnitudes: readonly number[]
  /** Where it changes anything. */
  readonly environments: readonly string[]
  /** Whether its answers are honest and only what it says of them is wrong. */
  readonly onlyClaims?: boolean
  /** A provider that is wrong in this way; made anew each time, for some of them remember. */
  make(magnitude: number): Provider
}

/** One provider to be found: an operator with its magnitude, in an environment. */
export interface OperatorMutant {
  readonly operator: MutationOperator
  readonly magnitude: number
  readonly environment: Environment
}

export const EVERYWHERE: readonly string[] = [...ENVIRONMENTS.keys()]

type Named = Pick<MutationOperator, 'name' | 'magnitudes' | 'onlyClaims'> & {readonly environments?: readonly string[]}

/** Operators of one family: other rules, or the exact rules answered for otherwise. */
export function operatorsOf(family: Family) {
  return {
    /** The rules of the environments named are others. */
    rules(
      {environments = EVERYWHERE, ...named}: Named,
      change: (environment: Environment, magnitude: number) => Dynamics,
    ): MutationOperator {
      const modelOf = (magnitude: number) => (environment: Environment) =>
        environments.includes(environment.id) ? change(environment, magnitude) : environment
      return {...named, family, environments, make: (magnitude) => modelProvider(strangerProfile(), modelOf(magnitude))}
    },
    /** The exact provider, spoilt. */
    adapter({environments = EVERYWHERE, ...named}: Named, spoil: (exact: Provider, magnitude: number) => Provider) {
      const make = (magnitude: number) => spoil(exactProvider(), magnitude)
      return {...named, family, environments, make} satisfies MutationOperator
    },
  }
}
