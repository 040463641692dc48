import {scoring} from '../adapter/spoil-provider.ts'
import {goneBy, walking} from './compose-answers.ts'
import {operatorsOf} from './operator.ts'

const {adapter} = operatorsOf('order')
const PLACES = ['pendulum', 'push-block']

/** Answers that depend on what stands before them. */
export const ORDER_OPERATORS = [
  adapter({name: 'place-score', magnitudes: [1e-5, 1e-4, 1e-3, 1e-2], environments: PLACES}, (exact, by) =>
    scoring(exact, (scores) => scores.map((score, at) => score + by * at)),
  ),
  adapter({name: 'place-on-way', magnitudes: [0.002, 0.006, 0.02, 0.06], environments: PLACES}, (exact, lost) =>
    walking(exact, (way, {step}) => goneBy(way, Math.max(0, 1 - lost * step))),
  ),
  // A share of the score of the candidate before.
  adapter({name: 'neighbour-score', magnitudes: [0.001, 0.01, 0.1, 0.5], environments: PLACES}, (exact, share) =>
    scoring(exact, (scores) => scores.map((score, at) => score + share * ((scores[at - 1] ?? score) - score))),
  ),
  // Beyond so many steps nothing moves, as beyond the context of a model; the unit is one over the steps.
  adapter({name: 'context', magnitudes: [1 / 31, 1 / 22, 1 / 14, 1 / 6], environments: PLACES}, (exact, inverse) =>
    walking(exact, (way, {step}) => {
      if (step * inverse >= 1) goneBy(way, 0)
    }),
  ),
]
