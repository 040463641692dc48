import type {Stream} from '#random/stream'
import type {Environment} from '#world/model/environment'
import {POPULATIONS} from '#world/planner/presets'
import {randomEntries} from '../../kit/make-actions.ts'

/** So many times as far out, most of it beyond what the rules let through. */
const BEYOND = 4
/** Entries of a question with as many candidates as a known planner has, at most: asked twice it is no dearer than the longest plans are. */
const MOST_ENTRIES = 6144
/** One other number of so many is a small one: from so few to nearly twice as many. */
const FEW_EACH = 4
const FEWEST = 3
/** Fewer candidates than these are hardly an order. */
const LEAST_SQUARE = 4

/** Candidates `[samples, horizon, actionSize]` in a form that a search seldom gives them: whoever takes one of these forms for something else orders them wrongly. */
export function inOtherForm(environment: Environment, actions: Float64Array, draws: Stream): Float64Array {
  const forms = [beyond, inWholeNumbers, withStillEnds, square, steady, oneOff]
  return forms[draws.int(forms.length)]?.(actions, environment, draws) ?? actions
}

type Form = (actions: Float64Array, environment: Environment, draws: Stream) => Float64Array

/** Every second number lies far out, as a search hands them on that leaves it to the model to keep commands within their limits. */
export const beyond: Form = (actions, _environment, draws) =>
  actions.map((value) => (draws.int(2) === 0 ? value : BEYOND * value))

/** As from a set of commands that one chooses from. */
const inWholeNumbers: Form = (actions, _environment, draws) => actions.map(() => draws.int(3) - 1)

/** Every second candidate ends with no command for some entries, which is no filling, and the first one has none at all. */
const withStillEnds: Form = (actions, {horizon, actionSize}) =>
  actions.map((value, at) => {
    const size = horizon * actionSize
    const candidate = Math.floor(at / size)
    const still = candidate === 0 ? horizon : (candidate % 2) * Math.ceil(horizon / 3)
    return Math.floor((at % size) / actionSize) >= horizon - still ? 0 : value
  })

/** One command from the first entry to the last, as from a set of motions: who makes one jump of it goes through what stands in the way. */
const steady: Form = (actions, {horizon, actionSize}, draws) => {
  const held = new Float64Array(actionSize)
  return actions.map((_, at) => {
    const [entry, axis] = [at % (horizon * actionSize), at % actionSize]
    if (entry < actionSize) held[axis] = 2 * draws.uniform() - 1
    return held[axis] ?? Number.NaN
  })
}

/** Each is the first one but for one number, as differences along coordinates are asked for. */
const oneOff: Form = (actions, {horizon, actionSize}, draws) => {
  const size = horizon * actionSize
  let changed = 0
  return actions.map((_, at) => {
    if (at % size === 0) changed = draws.int(size)
    return at >= size && at % size === changed ? 2 * draws.uniform() - 1 : (actions[at % size] ?? Number.NaN)
  })
}

/** As many candidates as each has entries. */
const square: Form = (actions, {horizon, actionSize}) =>
  horizon < LEAST_SQUARE ? actions : actions.slice(0, horizon * horizon * actionSize)

/** As many candidates as one of the known planners asks for, most of them anywhere, as in its first turn; or hardly any. */
export function inOtherNumber(environment: Environment, actions: Float64Array, draws: Stream): Float64Array {
  const known = POPULATIONS[draws.int(POPULATIONS.length)] ?? 0
  return ofNumber(environment, actions, draws.int(FEW_EACH) === 0 ? FEWEST + draws.int(FEWEST) : known, draws)
}

/** So many candidates, if there is room for them: the first of these, and others anywhere. */
export function ofNumber(environment: Environment, actions: Float64Array, wanted: number, draws: Stream): Float64Array {
  const {horizon, actionSize} = environment
  const samples = Math.min(Math.floor(MOST_ENTRIES / horizon), wanted)
  const size = horizon * actionSize
  const missing = Math.max(0, samples - actions.length / size)
  const more = randomEntries(environment, draws, missing * horizon)
  return Float64Array.from([...actions.subarray(0, samples * size), ...more])
}
