/** One layer: weights `[outputs, inputs]` in C order, one bias an output. */
export interface NetworkLayer {
  readonly inputs: number
  readonly outputs: number
  readonly weights: Float64Array
  readonly biases: Float64Array
}

/** Samples that are computed together: enough independent sums to keep a processor busy, few enough for its registers. */
export const LANES = 8

/** x / (1 + |x|): squashes to (-1, 1) with nothing but a division, so every engine gives the same bits. */
export function softsign(x: number): number {
  return x / (1 + Math.abs(x))
}

/**
 * Many samples through fully connected layers, softsign between them and none at the end; works on columns, `[size, LANES]`. Each sum
 * starts from the bias and adds inputs in order, so a sample gives the same bits in any company. Takes its buffers once and reuses them.
 */
export class NeuralNetwork {
  readonly #layers: readonly NetworkLayer[]
  readonly #columns: readonly Float64Array[]

  /** Throws for a layer with an odd number of outputs, our mistake: they are computed in pairs. */
  constructor(layers: readonly NetworkLayer[]) {
    if (layers.some(({outputs}) => outputs % 2 !== 0)) throw new Error('a layer has an odd number of outputs')
    this.#layers = layers
    this.#columns = [layers[0]?.inputs ?? 0, ...layers.map(({outputs}) => outputs)].map(
      (size) => new Float64Array(size * LANES),
    )
  }

  /** Where inputs are written before `run`: element `i` of sample `lane` at `i * LANES + lane`. */
  get input(): Float64Array {
    return this.#columns[0] ?? new Float64Array()
  }

  /** Outputs in the same layout; overwritten by the next run. One sample alone takes its own, narrow way. */
  run(samples: number): Float64Array {
    const forward = samples === 1 ? forwardOne : forwardAll
    for (let index = 0; index < this.#layers.length; index++) {
      const [layer, from, into] = [this.#layers[index], this.#columns[index], this.#columns[index + 1]]
      if (layer && from && into) forward(layer, from, into, index + 1 < this.#layers.length)
    }
    return this.#columns.at(-1) ?? new Float64Array()
  }
}

function forwardOne(
  {inputs, outputs, weights, biases}: NetworkLayer,
  from: Float64Array,
  into: Float64Array,
  squash: boolean,
): void {
  for (let output = 0, weight = 0; output < outputs; output++) {
    let sum = biases[output] ?? 0
    for (let at = 0; at < inputs * LANES; at += LANES, weight++) sum += (weights[weight] ?? 0) * (from[at] ?? 0)
    into[output * LANES] = squash ? softsign(sum) : sum
  }
}

/** Two outputs of four samples at a time: eight sums that wait for nothing but their own last addition. */
function forwardAll(layer: NetworkLayer, from: Float64Array, into: Float64Array, squash: boolean): void {
  for (let lane = 0; lane < LANES; lane += 4) {
    for (let output = 0; output < layer.outputs; output += 2) addUp(layer, from, into, {lane, output})
  }
  for (let at = 0; squash && at < layer.outputs * LANES; at++) into[at] = softsign(into[at] ?? Number.NaN)
}

function addUp(
  {inputs, weights, biases}: NetworkLayer,
  from: Float64Array,
  into: Float64Array,
  {lane, output}: {readonly lane: number; readonly output: number},
): void {
  const end = inputs * LANES
  let first = output * inputs
  let second = first + inputs
  let a = biases[output] ?? 0
  let b = a
  let c = a
  let d = a
  let e = biases[output + 1] ?? 0
  let f = e
  let g = e
  let h = e
  for (let at = lane; at < end; at += LANES) {
    const w = weights[first++] ?? 0
    const v = weights[second++] ?? 0
    const p = from[at] ?? 0
    const q = from[at + 1] ?? 0
    const r = from[at + 2] ?? 0
    const s = from[at + 3] ?? 0
    a += w * p
    b += w * q
    c += w * r
    d += w * s
    e += v * p
    f += v * q
    g += v * r
    h += v * s
  }
  const to = output * LANES + lane
  into[to] = a
  into[to + 1] = b
  into[to + 2] = c
  into[to + 3] = d
  into[to + LANES] = e
  into[to + LANES + 1] = f
  into[to + LANES + 2] = g
  into[to + LANES + 3] = h
}
