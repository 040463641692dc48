import {wrap} from '#world/math/trigonometry'
import type {Environment} from '#world/model/environment'

/** One state of a flat list. */
export interface StateAt {
  readonly states: ArrayLike<number>
  readonly at: number
}

/** Difference of two states in units of the environment's error scale, angles the short way round. */
export function scaledDifference({stateSize, sigma, angles}: Environment, one: StateAt, other: StateAt): Float64Array {
  const difference = new Float64Array(stateSize)
  for (let entry = 0; entry < stateSize; entry++) {
    const raw = (one.states[one.at + entry] ?? Number.NaN) - (other.states[other.at + entry] ?? Number.NaN)
    difference[entry] = (angles.includes(entry) ? wrap(raw) : raw) / (sigma[entry] ?? Number.NaN)
  }
  return difference
}

/** Root of the mean square of the entries: how far apart two states are. */
export function rootMeanSquare(difference: Float64Array): number {
  return Math.sqrt(dot(difference, difference) / difference.length)
}

/** Sum of the products, entry by entry. */
export function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}
