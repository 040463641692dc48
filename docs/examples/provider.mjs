// A provider in JavaScript: external process protocol 1, one JSON object a line. It scores candidates by how far they end from a goal.
import {createInterface} from 'node:readline'

const ITEM_BYTES = {float32: 4, float64: 8}

/** Elements of a tensor in C order: written out, or base64 of little-endian bytes. */
function elements({dtype, data, b64}) {
  if (data !== undefined) return data.flat(Infinity)
  const bytes = Buffer.from(b64, 'base64')
  const size = ITEM_BYTES[dtype]
  const read = size === 4 ? (at) => bytes.readFloatLE(at) : (at) => bytes.readDoubleLE(at)
  return Array.from({length: bytes.length / size}, (_, index) => read(index * size))
}

const numbers = (value) => (Array.isArray(value) ? value.flat(Infinity) : elements(value))

function score({info, action_candidates}) {
  const [, samples, horizon, size] = action_candidates.shape
  const values = elements(action_candidates)
  const goal = numbers(info.goal)
  const start = info.observation === undefined ? [] : numbers(info.observation)
  const scores = Array.from({length: samples}, (_, sample) => {
    let sum = 0
    for (let axis = 0; axis < size; axis++) {
      let end = start[axis] ?? 0
      for (let step = 0; step < horizon; step++) end += values[(sample * horizon + step) * size + axis]
      sum += (end - (goal[axis] ?? 0)) ** 2
    }
    return sum
  })
  return {scores, lower_is_better: true}
}

const operations = {
  hello: () => ({
    name: 'example',
    protocol: 1,
    capabilities: ['score'],
    required: {goal: 1},
    descriptor: {lower_is_better: true},
    runtime: {node: process.versions.node},
    model: {id: 'squared-distance'},
  }),
  health: () => ({}),
  score,
}

for await (const line of createInterface({input: process.stdin})) {
  const {id, op, input} = JSON.parse(line)
  if (op === 'shutdown') break
  if (op === 'cancel') continue // the caller ends this process when it does not want to wait
  let reply
  try {
    if (!(op in operations)) throw new Error(`cannot ${op}`)
    reply = {v: 1, id, ok: true, result: operations[op](input)}
  } catch (error) {
    reply = {v: 1, id, ok: false, error: {code: 'upstream_error', message: error.message, retryable: false}}
  }
  console.log(JSON.stringify(reply))
}
