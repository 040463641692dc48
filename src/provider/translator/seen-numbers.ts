import type {TranslatorSeen} from '#contract/generated/types'
import {nearestHint} from '#error/nearest'
import type {Environment} from '#world/model/environment'
import {Tensor} from '#world/tensor/tensor'
import {laidOut} from './axes.ts'
import {normalised} from './norm.ts'
import {actionsBefore, momentsOf, type Sighting} from './sight.ts'
import {translatorFault} from './translator-fault.ts'

/** Sources that every environment has. */
const SOURCES = ['observation', 'goal', 'past_actions', 'step'] as const
type Source = (typeof SOURCES)[number]

/** Numbers of a trial, a row a moment. Throws `translator_invalid` for a name the environment lacks, and where they do not fill the shape. */
export function seenNumbers(seen: TranslatorSeen, sight: Sighting): Tensor {
  const {from = [], dtype = 'float32', history = 1, every = 1, flatten = false, pad = 0} = seen
  const states = momentsOf(sight, history, every)
  const actions = actionsBefore(sight, {history, every, width: flatten ? every : 1})
  const rows = states.map((state, at) => from.flatMap((name) => numbersOf(name, {state, action: actions[at]}, sight)))
  const plain = rows[0]?.length ?? 0
  if (pad > 0 && pad < plain) throw translatorFault(`shows ${plain} numbers where ${pad} are wanted`)
  const width = Math.max(pad, plain)
  const values = rows.flatMap((row) => [
    ...normalised(row, seen.norm, flatten ? sight.environment.actionSize : plain),
    ...new Array<number>(width - plain).fill(0),
  ])
  const samples = seen.repeat ? (sight.candidates ?? 1) : 1
  const sizes = [
    ['time', rows.length],
    ['entry', width],
  ] as const
  if (seen.axes) return laidOut({values, sizes, samples}, seen.axes, dtype)
  const sides = seen.shape ?? (history > 1 ? [history, width] : [width])
  if (sides.reduce((product, side) => product * side, 1) !== values.length)
    throw translatorFault(`shows ${values.length} numbers in a shape of ${sides.join('x')}`)
  return Tensor.of(dtype, sides, values)
}

/** Names of a `from` that an environment has not. */
export function unknownNames(from: readonly string[], environment: Environment): string[] {
  const known = knownNames(environment)
  return from.filter((name) => !known.includes(name))
}

/** The hint for a name that an environment has not. */
export function nameHint(name: string, environment: Environment): string {
  return nearestHint(name, knownNames(environment))
}

/** The entry of a state that has this name. Throws `translator_invalid` with the nearest. */
export function entryOf(name: string, environment: Environment): number {
  const at = environment.words?.state.findIndex(([known]) => known === name) ?? -1
  if (at === -1) throw translatorFault(`finds no ${name} in ${environment.id}. ${nameHint(name, environment)}`)
  return at
}

function knownNames({words}: Environment): string[] {
  return [...SOURCES, ...(words?.state ?? []).map(([name]) => name)]
}

interface Moment {
  readonly state: ArrayLike<number>
  readonly action: ArrayLike<number> | undefined
}

function numbersOf(name: string, {state, action = []}: Moment, {environment, now}: Sighting): number[] {
  const values: Readonly<Record<Source, () => number[]>> = {
    observation: () => Array.from(state),
    goal: () => [...now.goal],
    past_actions: () => Array.from(action),
    step: () => [now.step],
  }
  const source = SOURCES.find((known) => known === name)
  return source ? values[source]() : [state[entryOf(name, environment)] ?? Number.NaN]
}
