import {AssayError} from '#error/assay-error'
import {clip, type Dynamics, type Rows} from '#world/model/dynamics'
import type {Environment} from '#world/model/environment'
import {FEATURES, type Features} from './features.ts'
import {LANES, type NetworkLayer, NeuralNetwork} from './network.ts'
import pendulum from './pendulum.json' with {type: 'json'}
import twoRoom from './two-room.json' with {type: 'json'}

/** Written by `npm run train`, one file an environment. */
const TRAINED = [twoRoom, pendulum]

/** First and last seed whose episodes the networks have seen: a number measured on them says nothing. */
export const TRAINING_SEEDS: readonly [first: number, last: number] = [
  Math.min(...TRAINED.map(({training}) => training.seeds[0] ?? 0)),
  Math.max(...TRAINED.map(({training}) => training.seeds[1] ?? 0)),
]

/** A model of an environment that was learned from random walks, and is as wrong as such models are. Throws `invalid_input` where none was trained. */
export function learnedModel(environment: Environment): Dynamics {
  const file = TRAINED.find((one) => one.environment === environment.key)
  const features = FEATURES[environment.id]
  if (file && features) return new LearnedModel(environment, features, new NeuralNetwork(file.layers.map(layerOf)))
  const known = TRAINED.map((one) => one.environment)
  throw new AssayError('invalid_input', `nothing was learned of ${environment.id}`, {
    hint: `Use one of: ${known.join(', ')}.`,
    detail: {known},
  })
}

class LearnedModel implements Dynamics {
  readonly stateSize: number
  readonly actionSize: number
  readonly #features: Features
  readonly #network: NeuralNetwork
  readonly #state: Float64Array
  readonly #action: Float64Array
  readonly #inputs: Float64Array

  constructor({stateSize, actionSize}: Dynamics, features: Features, network: NeuralNetwork) {
    this.stateSize = stateSize
    this.actionSize = actionSize
    this.#features = features
    this.#network = network
    this.#state = new Float64Array(stateSize)
    this.#action = new Float64Array(actionSize)
    this.#inputs = new Float64Array(features.inputs)
  }

  advance(states: Float64Array, at: number, actions: ArrayLike<number>, from: number): void {
    this.advanceMany(states, actions, {count: 1, at, stateStride: 0, from, actionStride: 0})
  }

  advanceMany(states: Float64Array, actions: ArrayLike<number>, rows: Rows): void {
    for (let first = 0; first < rows.count; first += LANES) {
      const lanes = Math.min(LANES, rows.count - first)
      for (let lane = 0; lane < lanes; lane++) this.#look(states, actions, rows, {row: first + lane, lane})
      const changes = this.#network.run(lanes)
      for (let lane = 0; lane < lanes; lane++) {
        const at = rows.at + (first + lane) * rows.stateStride
        for (let entry = 0; entry < this.stateSize; entry++) {
          const change = (changes[entry * LANES + lane] ?? Number.NaN) * (this.#features.scale[entry] ?? Number.NaN)
          states[at + entry] = (states[at + entry] ?? Number.NaN) + change
        }
      }
    }
  }

  #look(
    states: Float64Array,
    actions: ArrayLike<number>,
    {at, stateStride, from, actionStride}: Rows,
    {row, lane}: {row: number; lane: number},
  ): void {
    for (let entry = 0; entry < this.stateSize; entry++) {
      this.#state[entry] = states[at + row * stateStride + entry] ?? Number.NaN
    }
    for (let entry = 0; entry < this.actionSize; entry++) {
      this.#action[entry] = clip(actions[from + row * actionStride + entry] ?? Number.NaN, -1, 1)
    }
    this.#features.write(this.#state, this.#action, this.#inputs)
    const {input} = this.#network
    for (let entry = 0; entry < this.#inputs.length; entry++) {
      input[entry * LANES + lane] = this.#inputs[entry] ?? Number.NaN
    }
  }
}

function layerOf({
  inputs,
  outputs,
  weights,
  biases,
}: {
  inputs: number
  outputs: number
  weights: number[]
  biases: number[]
}): NetworkLayer {
  return {inputs, outputs, weights: Float64Array.from(weights), biases: Float64Array.from(biases)}
}
