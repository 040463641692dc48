import type {Provider} from '#provider/model/provider'
import {Tensor} from '#world/tensor/tensor'
import {batching, slot} from '../adapter/spoil-provider.ts'
import {goneBy, walking} from './compose-answers.ts'
import {operatorsOf} from './operator.ts'

const {adapter} = operatorsOf('batch')
const PLACES = ['double-integrator', 'two-room']
/** Rows that a device takes at once. */
const CHUNK = 32
const LARGE = 100

/** Answers that depend on what else is asked at once. */
export const BATCH_OPERATORS = [
  adapter({name: 'large-batch', magnitudes: [0.01, 0.04, 0.15, 0.5], environments: PLACES}, (exact, lost) =>
    walking(exact, (way, {rows}) => {
      if (rows > LARGE) goneBy(way, 1 - lost)
    }),
  ),
  adapter({name: 'row-seven', magnitudes: [0.05, 0.15, 0.4, 1], environments: PLACES}, (exact, lost) =>
    walking(exact, (way, {row}) => {
      if (row === 7) goneBy(way, 1 - lost)
    }),
  ),
  adapter({name: 'lone-row', magnitudes: [0.01, 0.04, 0.15, 0.5], environments: PLACES}, (exact, lost) =>
    walking(exact, (way, {rows}) => {
      if (rows === 1) goneBy(way, 1 - lost)
    }),
  ),
  // Every answer is drawn towards the mean of all, as where a network normalises over its batch.
  adapter({name: 'batch-mean', magnitudes: [0.0003, 0.001, 0.004, 0.015], environments: PLACES}, (exact, share) =>
    batching(exact, (states, {rows, size}) => {
      const mean = Float64Array.from({length: size}, (_, at) => {
        let sum = 0
        for (let row = 0; row < rows; row++) sum += states[row * size + at] ?? 0
        return sum / rows
      })
      return states.map((value, at) => value + share * ((mean[at % size] ?? 0) - value))
    }),
  ),
  // Rows after the last full chunk go less far.
  adapter({name: 'remainder', magnitudes: [0.01, 0.04, 0.15, 0.5], environments: PLACES}, (exact, lost) =>
    walking(exact, (way, {row, rows}) => {
      if (rows > CHUNK && row >= rows - (rows % CHUNK)) goneBy(way, 1 - lost)
    }),
  ),
  // Where each row has its own start, it begins a share of the way towards that of the first.
  adapter({name: 'first-start', magnitudes: [0.0003, 0.001, 0.004, 0.015], environments: PLACES}, firstStart),
]

function firstStart(exact: Provider, share: number): Provider {
  return {
    ...exact,
    predictBatch(request, context) {
      const {states} = request
      const [, size = 1] = states.shape
      const given = states.toFloat64()
      const moved = given.map((value, at) => value + share * ((given[at % size] ?? 0) - value))
      return slot(exact.predictBatch)({...request, states: Tensor.of('float64', states.shape, moved)}, context)
    },
  }
}
