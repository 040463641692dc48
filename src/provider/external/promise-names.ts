import {editDistance} from '#error/nearest'
import type {Descriptor} from '../model/descriptor.ts'
import {violation} from '../model/provider-fault.ts'

const PROMISES: Readonly<Record<keyof Descriptor, true>> = {
  action_types: true,
  observation: true,
  dt: true,
  parallel_safe: true,
  lower_is_better: true,
  action_dim: true,
  max_samples: true,
  environments: true,
  training_seeds: true,
  float_type: true,
  required: true,
}
/** Letters that a slip adds, leaves out, swaps or replaces, at most. */
const SLIPS = 2
/** Shorter names are near to too many, longer ones to none. */
const [SHORTEST, LONGEST] = [5, 20]

/**
 * A promise whose name is off by a letter or two would be passed over, and whoever made it judged as if it had not been made. Other names may be
 * there: providers may say more than is known here. Throws `contract_violation`.
 */
export function demandPromiseNames(told: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(told)) {
    if (name.length < SHORTEST || name.length > LONGEST || Object.hasOwn(PROMISES, name)) continue
    const meant = Object.keys(PROMISES).find((promise) => editDistance(name, promise) <= SLIPS)
    if (meant !== undefined) throw violation(`descriptor has ${name}, which says nothing here; did you mean ${meant}?`)
  }
}
