import {join} from 'node:path'
import {Assay} from '#provider/assay'
import {Action} from '#world/model/action'
import {Tensor} from '#world/tensor/tensor'

const ROOT = join(import.meta.dirname, '../../..')

/** Small models with the interfaces that upstream's sources have, and as much of PyTorch as they need. */
export const STAND_INS = join(ROOT, 'test/support/python')

/** The bridge that is shipped, over these models. */
export const BRIDGE_COMMAND: readonly string[] = [
  'env',
  `PYTHONPATH=${STAND_INS}`,
  'PYTHONDONTWRITEBYTECODE=1',
  'python3',
  join(ROOT, 'fixtures/bridge/assay_bridge.py'),
]

/** Asks a provider behind the bridge, with these variables set. */
export function bridgeAssay(env: Record<string, string>): Assay {
  return new Assay({env: {PATH: process.env['PATH'], ASSAY_BRIDGE_COMMAND: JSON.stringify(BRIDGE_COMMAND), ...env}})
}

/** What the stand-in of a LeRobot policy takes: two numbers and a picture of 2 by 4. */
export const LEROBOT_INFO = {
  'observation.state': Tensor.of('float32', [2], [12, 28]),
  'observation.images.top': Tensor.from({dtype: 'uint8', shape: [2, 4, 3], fill: 255}),
  task: 'pick',
}

/** One answer of that policy. */
export async function askLerobot(env: Record<string, string> = {}, info: Record<string, unknown> = LEROBOT_INFO) {
  const assay = bridgeAssay({LEROBOT_POLICY_PATH: 'lab/policy', ...env})
  try {
    return await assay.policy({info: info as typeof LEROBOT_INFO}, 'lerobot', {translator: () => [Action.noop()]})
  } finally {
    await assay.close()
  }
}

/** Numbers of a raw action, to four places. */
export function roundedValues(tensor: unknown): number[] {
  return [...(tensor as Tensor).toFloat64()].map((value) => Number(value.toFixed(4)))
}

/** Scores by a JEPA-WM of this name. */
export async function askJepa(name: string, info: Record<string, Tensor>, candidates: Tensor) {
  const assay = bridgeAssay({JEPA_MODEL_NAME: name})
  try {
    return await assay.score({info, action_candidates: candidates}, 'jepa')
  } finally {
    await assay.close()
  }
}

/** Moments of one grey each, channels first, from 0 to 255. */
export function greyMoments(...levels: number[]): Tensor {
  const values = levels.flatMap((level) => Array<number>(12).fill(level))
  return Tensor.of('uint8', [1, levels.length, 3, 2, 2], values)
}
