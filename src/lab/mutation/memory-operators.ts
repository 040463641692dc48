import type {Provider} from '#provider/model/provider'
import {goneBy, walking} from './compose-answers.ts'
import {operatorsOf} from './operator.ts'

const {adapter} = operatorsOf('memory')
const PLACES = ['double-integrator', 'two-room']

/** Answers that depend on what was asked before. */
export const MEMORY_OPERATORS = [
  // After so many calls it moves a fifth less; the unit is one over the calls.
  adapter(
    {name: 'tiring', magnitudes: [1 / 20_000, 1 / 5000, 1 / 1000, 1 / 100], environments: PLACES},
    (exact, inverse) => counted(exact, (calls) => calls * inverse > 1),
  ),
  // Answers are found again by questions that agree up to so many error scales.
  adapter({name: 'kept-answers', magnitudes: [0.0005, 0.003, 0.02, 0.1], environments: PLACES}, (exact, grid) => {
    const kept = new Map<string, Float64Array>()
    return walking(exact, ({before, now}, {environment: {sigma, id}}) => {
      // The command shows in where the step ends.
      const name = `${id}|${[...before, ...now].map((value, at) => Math.round(value / (grid * (sigma[at % sigma.length] ?? 1))))}`
      const known = kept.get(name)
      if (known) now.set(known)
      else kept.set(name, now.slice())
    })
  }),
  // The first calls move a fifth less.
  adapter({name: 'cold-start', magnitudes: [1, 10, 100, 1000], environments: PLACES}, (exact, first) =>
    counted(exact, (calls) => calls <= first),
  ),
  // A share of how far the step before went, whosever it was.
  adapter({name: 'carry-over', magnitudes: [0.005, 0.02, 0.08, 0.3], environments: PLACES}, (exact, share) => {
    let last: readonly number[] = []
    return walking(exact, ({before, now}) => {
      const moved = Array.from(now, (value, at) => value - (before[at] ?? 0))
      for (let at = 0; at < now.length; at++) {
        const more = (last[at] ?? moved[at] ?? 0) - (moved[at] ?? 0)
        now[at] = (now[at] ?? 0) + share * more
      }
      last = moved
    })
  }),
]

function counted(exact: Provider, isWrong: (calls: number) => boolean): Provider {
  let calls = 0
  return walking(exact, (way, {row, step}) => {
    if (row === 0 && step === 0) calls++
    if (isWrong(calls)) goneBy(way, 0.8)
  })
}
