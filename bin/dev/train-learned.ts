// Trains the networks of the provider `learned` and writes them to src/lab/model/. The same command gives the same bytes on every
// machine: only + - * /, square roots and seeded draws. Usage: train-learned.ts [--check] [environment...]; --check writes nothing and
// exits 1 where the files are not what this script makes.
import {readFileSync, writeFileSync} from 'node:fs'
import {FEATURES, type Features} from '#lab/model/features'
import {softsign} from '#lab/model/network'
import {episodeLabel, type Stream, seedStream} from '#random/stream'
import {environmentOf} from '#world/environments'
import type {Environment} from '#world/model/environment'

interface Recipe {
  /** First and last seed whose episodes it sees. An evaluation must not use them. */
  readonly seeds: readonly [first: number, last: number]
  readonly episodes: number
  readonly steps: number
  readonly epochs: number
}

const HIDDEN = 48
const BATCH = 32
const RATE = 2e-3
const DIGITS = 4
const RECIPES: Readonly<Record<string, Recipe>> = {
  'two-room': {seeds: [900_000, 900_003], episodes: 100, steps: 30, epochs: 12},
  pendulum: {seeds: [900_000, 900_003], episodes: 100, steps: 30, epochs: 20},
}

/** Inputs and wanted outputs, row after row. */
interface Samples {
  readonly count: number
  readonly inputs: Float64Array
  readonly outputs: Float64Array
}

function samplesOf(environment: Environment, features: Features, recipe: Recipe): Samples {
  const rows: {inputs: Float64Array; outputs: number[]}[] = []
  for (let seed = recipe.seeds[0]; seed <= recipe.seeds[1]; seed++) {
    for (const stratum of environment.strata) {
      for (let episode = 0; episode < recipe.episodes / environment.strata.length; episode++) {
        const key = {seed, environment: environment.key, stratum, episode}
        const {state} = environment.reset(seedStream(episodeLabel(key, 'reset')), stratum)
        const actions = seedStream(episodeLabel(key, 'actions'))
        for (let step = 0; step < recipe.steps; step++) {
          const action = Array.from({length: environment.actionSize}, () => 2 * actions.uniform() - 1)
          const inputs = new Float64Array(features.inputs)
          features.write(state, Float64Array.from(action), inputs)
          const before = state.slice()
          environment.advance(state, 0, action, 0)
          rows.push({inputs, outputs: features.scale.map((unit, at) => ((state[at] ?? 0) - (before[at] ?? 0)) / unit)})
        }
      }
    }
  }
  const flat = (values: readonly ArrayLike<number>[]) => Float64Array.from(values.flatMap((row) => Array.from(row)))
  return {
    count: rows.length,
    inputs: flat(rows.map((row) => row.inputs)),
    outputs: flat(rows.map((row) => row.outputs)),
  }
}

/** A layer while it learns: values, gradients and Adam's moments of its weights and, at the end of each row, its bias. */
class TrainedLayer {
  readonly values: Float64Array
  readonly gradients: Float64Array
  readonly #first: Float64Array
  readonly #second: Float64Array
  readonly out: Float64Array
  readonly error: Float64Array
  readonly inputs: number
  readonly outputs: number

  constructor(inputs: number, outputs: number, stream: Stream) {
    this.inputs = inputs
    this.outputs = outputs
    const spread = 1 / Math.sqrt(inputs)
    this.values = new Float64Array((inputs + 1) * outputs).map(() => spread * stream.gaussian())
    this.gradients = new Float64Array(this.values.length)
    this.#first = new Float64Array(this.values.length)
    this.#second = new Float64Array(this.values.length)
    this.out = new Float64Array(outputs)
    this.error = new Float64Array(outputs)
  }

  forward(from: Float64Array, squash: boolean): void {
    for (let output = 0; output < this.outputs; output++) {
      const row = output * (this.inputs + 1)
      let sum = this.values[row + this.inputs] ?? 0
      for (let at = 0; at < this.inputs; at++) sum += (this.values[row + at] ?? 0) * (from[at] ?? 0)
      this.out[output] = squash ? softsign(sum) : sum
    }
  }

  /** Adds to the gradients; `down` gets the error of the inputs, where there is anyone to tell. */
  backward(from: Float64Array, squash: boolean, down?: Float64Array): void {
    down?.fill(0)
    for (let output = 0; output < this.outputs; output++) {
      // The slope of softsign at the value it gave: (1 - |y|)².
      const steep = 1 - Math.abs(this.out[output] ?? 0)
      const error = (this.error[output] ?? 0) * (squash ? steep * steep : 1)
      const row = output * (this.inputs + 1)
      for (let at = 0; at < this.inputs; at++) {
        this.gradients[row + at] = (this.gradients[row + at] ?? 0) + error * (from[at] ?? 0)
        if (down) down[at] = (down[at] ?? 0) + error * (this.values[row + at] ?? 0)
      }
      this.gradients[row + this.inputs] = (this.gradients[row + this.inputs] ?? 0) + error
    }
  }

  /** One step of Adam over the mean gradient. Source: Kingma and Ba, 2015. */
  learn(rate: number, decay: {first: number; second: number}): void {
    for (let at = 0; at < this.values.length; at++) {
      const gradient = (this.gradients[at] ?? 0) / BATCH
      const first = 0.9 * (this.#first[at] ?? 0) + 0.1 * gradient
      const second = 0.999 * (this.#second[at] ?? 0) + 0.001 * gradient * gradient
      this.#first[at] = first
      this.#second[at] = second
      const step = (rate * (first / (1 - decay.first))) / (Math.sqrt(second / (1 - decay.second)) + 1e-8)
      this.values[at] = (this.values[at] ?? 0) - step
    }
    this.gradients.fill(0)
  }
}

function trained(samples: Samples, sizes: readonly [number, number, number, number], recipe: Recipe, stream: Stream) {
  const [one, two, three] = [0, 1, 2].map((at) => new TrainedLayer(sizes[at] ?? 0, sizes[at + 1] ?? 0, stream))
  if (!one || !two || !three) throw new Error('three layers')
  const order = Array.from({length: samples.count}, (_, at) => at)
  const decay = {first: 1, second: 1}
  let loss = 0
  for (let epoch = 0; epoch < recipe.epochs; epoch++) {
    for (let at = order.length - 1; at > 0; at--) {
      const other = stream.int(at + 1)
      ;[order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0]
    }
    loss = 0
    for (let at = 0; at + BATCH <= order.length; at += BATCH) {
      for (const row of order.slice(at, at + BATCH)) loss += learnRow(row)
      decay.first *= 0.9
      decay.second *= 0.999
      const rate = RATE * (1 - epoch / recipe.epochs)
      for (const layer of [one, two, three]) layer.learn(rate, decay)
    }
  }
  return {layers: [one, two, three], loss: loss / samples.count}

  function learnRow(row: number): number {
    if (!one || !two || !three) return 0
    const input = samples.inputs.subarray(row * one.inputs, (row + 1) * one.inputs)
    one.forward(input, true)
    two.forward(one.out, true)
    three.forward(two.out, false)
    let squares = 0
    for (let output = 0; output < three.outputs; output++) {
      const off = (three.out[output] ?? 0) - (samples.outputs[row * three.outputs + output] ?? 0)
      three.error[output] = off
      squares += off * off
    }
    three.backward(two.out, false, two.error)
    two.backward(one.out, true, one.error)
    one.backward(input, true)
    return squares / three.outputs
  }
}

/** The file of one environment's network. */
function documentOf(id: string): string {
  const [environment, features, recipe] = [environmentOf(id), FEATURES[id], RECIPES[id]]
  if (!features || !recipe) throw new Error(`no recipe for ${id}`)
  const samples = samplesOf(environment, features, recipe)
  const sizes = [features.inputs, HIDDEN, HIDDEN, features.scale.length] as const
  const {layers, loss} = trained(
    samples,
    sizes,
    recipe,
    seedStream(`assay/1|${recipe.seeds[0]}|${environment.key}|train`),
  )
  const short = (value: number) => Number(value.toPrecision(DIGITS))
  const written = layers.map(({inputs, outputs, values}) => {
    const rows = Array.from({length: outputs}, (_, row) =>
      Array.from(values.subarray(row * (inputs + 1), (row + 1) * (inputs + 1)), short),
    )
    return {inputs, outputs, weights: rows.flatMap((row) => row.slice(0, -1)), biases: rows.map((row) => row.at(-1))}
  })
  const {seeds, episodes, steps, epochs} = recipe
  const training = {seeds, episodes, steps, epochs, transitions: samples.count, loss: short(loss)}
  return `${JSON.stringify({schema_version: 1, environment: environment.key, training, layers: written})}\n`
}

const given = process.argv.slice(2)
const ids = given.filter((argument) => !argument.startsWith('--'))
for (const id of ids.length > 0 ? ids : Object.keys(RECIPES)) {
  const path = `src/lab/model/${id}.json`
  const text = documentOf(id)
  const {training} = JSON.parse(text)
  console.log(`${path}: ${text.length} bytes, loss ${training.loss}, ${training.transitions} transitions`)
  if (!given.includes('--check')) writeFileSync(path, text)
  else if (readFileSync(path, 'utf8') !== text) {
    console.log(`${path} is not what this script makes`)
    process.exitCode = 1
  }
}
