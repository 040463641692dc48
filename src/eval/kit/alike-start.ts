import type {Stream} from '#random/stream'
import type {Environment} from '#world/model/environment'
import {drawPlace} from './places.ts'

/** Draws before no such state is found. */
const TRIES = 12
/** How far apart the two numbers lie at least, as a share of the error scale. */
const APART = 0.25

/** A state that is the given one but for one entry, which it has from another place: who leaves that entry out of a key takes one for the other. */
export function alikeStart(environment: Environment, state: Float64Array, stream: Stream): Float64Array | undefined {
  for (let tried = 0; tried < TRIES; tried++) {
    const entry = stream.int(environment.stateSize)
    const value = drawPlace(environment, 'usual', stream).state[entry] ?? Number.NaN
    const other = state.slice()
    other[entry] = value
    const isApart = Math.abs(value - (state[entry] ?? Number.NaN)) > APART * (environment.sigma[entry] ?? 0)
    if (isApart && isAllowed(environment, other)) return other
  }
  return undefined
}

/** Whether the rules leave a state as it is, so that nobody has to know what they make of one in which things lie in each other. */
function isAllowed(environment: Environment, state: Float64Array): boolean {
  const after = state.slice()
  environment.advance(after, 0, new Float64Array(environment.actionSize), 0)
  const broken = environment.laws?.brokenOver?.([state, after], 0)
  if (broken !== undefined) return broken.length === 0
  return environment.solid === undefined || after.every((value, entry) => value === state[entry])
}
