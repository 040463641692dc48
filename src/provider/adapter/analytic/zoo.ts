import {mutantModel} from '#world/mutants'
import {zooProfile} from '../../builtin-profiles.ts'
import type {Provider} from '../../provider.ts'
import {modelProvider} from './model-provider.ts'

/** Faults of the answer rather than of the model. */
const SCORE_FAULTS: Readonly<Record<string, (scores: readonly number[]) => readonly number[]>> = {
  nan: (scores) => scores.with(-1, Number.NaN),
  'wrong-count': (scores) => scores.slice(1),
}

/** The deliberately wrong provider of a name such as `frozen` or `nan`. A suite that does not fail it is broken. */
export function zooProvider(name: string): Provider {
  const fault = Object.hasOwn(SCORE_FAULTS, name) ? SCORE_FAULTS[name] : undefined
  if (fault !== undefined) return modelProvider(zooProfile(name), (environment) => environment, fault)
  return modelProvider(zooProfile(name), (environment) => mutantModel(name, environment))
}
