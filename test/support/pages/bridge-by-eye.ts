// A model with eyes behind external process protocol 1, where a page has a Python with a checkpoint: the interface of LeWM or of a policy of LeRobot.
// Usage: bridge-by-eye.ts --family leworldmodel|lerobot
import {createInterface} from 'node:readline'
import {Tensor} from '#world/tensor/tensor'
import {costsByEye, wayByEye} from '../fakes/sighted.ts'

/** Steps of the environment that a row of candidates lasts in `two-room`, and actions a chunk has. */
const [STEPS, CHUNK] = [3, 16]
type Info = Readonly<Record<string, unknown>>

const tensor = (value: unknown) => Tensor.from(value)
const FAMILIES = {
  leworldmodel: {
    capabilities: ['score'],
    required: {pixels: 6, goal: 6, action: 4},
    score: ({info, action_candidates}: {info: Info; action_candidates: unknown}) => {
      const seen = {pixels: tensor(info['pixels']), goal: tensor(info['goal'])}
      return {scores: costsByEye(seen, tensor(action_candidates), STEPS), lower_is_better: true}
    },
  },
  lerobot: {
    capabilities: ['policy'],
    required: {},
    policy: ({info}: {info: Info}) => {
      const way = wayByEye(shown(tensor(info['observation.images.top'])), CHUNK)
      return {raw_actions: {action: Tensor.of('float32', [1, CHUNK, 2], way.flat())}, action_horizon: CHUNK}
    },
  },
}

/** A picture (1, 3, height, width) of floats from 0 to 1, as policies of LeRobot take it, in bytes (height, width, 3). */
function shown(picture: Tensor): Tensor {
  const [, , height = 1, width = 1] = picture.shape
  const values = picture.toFloat64()
  const plane = height * width
  const bytes = Uint8Array.from({length: 3 * plane}, (_, at) =>
    Math.round(255 * (values[(at % 3) * plane + Math.floor(at / 3)] ?? 0)),
  )
  return new Tensor('uint8', [height, width, 3], bytes)
}

const name = process.argv[process.argv.indexOf('--family') + 1] as keyof typeof FAMILIES
const family = FAMILIES[name]
for await (const line of createInterface({input: process.stdin})) {
  const {id, op, input} = JSON.parse(line)
  if (op === 'shutdown') break
  if (op === 'cancel') continue
  const {capabilities, required} = family
  const work = (family as unknown as Record<string, ((input: unknown) => unknown) | undefined>)[op]
  const hello = {name, protocol: 1, capabilities, required, descriptor: {}, runtime: {}, model: {id: name}}
  const result = op === 'hello' ? hello : (work?.(input) ?? {})
  console.log(JSON.stringify({v: 1, id, ok: true, result}))
}
