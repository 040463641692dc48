import type {Metadata} from '#provider/model/provider'
import {violation} from '#provider/model/provider-fault'

/** What providers may say of themselves that can come true or not: that a prediction is right, that the task will be done. */
export type ClaimKind = 'confidence' | 'success_probability'

/** A probability among the claims, or undefined where none is stated. Throws `contract_violation` for one that is no number in 0–1. */
export function claimedProbability(claims: Metadata | undefined, name: ClaimKind): number | undefined {
  const value = claims?.[name]
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number' && value >= 0 && value <= 1) return value
  throw violation(`claimed ${name} is no number between 0 and 1`)
}

/** A claim of a provider that made it at first must be there again: to speak only when it suits is no honesty. Throws `contract_violation`. */
export function demandClaim<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw violation(`${name} was stated at first and is missing now`)
  return value
}
