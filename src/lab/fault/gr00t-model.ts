import {digestValue} from '#provider/model/value-check'
import {seedStream} from '#random/stream'
import {Tensor} from '#world/tensor/tensor'

const HORIZON = 16
const PARTS = {single_arm: 5, gripper: 1} as const
/** What the model takes, as a GR00T server tells it. */
export const MODALITIES = {
  video: {delta_indices: [0], modality_keys: ['front']},
  state: {delta_indices: [0], modality_keys: ['single_arm']},
  action: {delta_indices: Array.from({length: HORIZON}, (_, at) => at), modality_keys: Object.keys(PARTS)},
  language: {delta_indices: [0], modality_keys: ['annotation.human.task_description']},
} as const

/** Actions in -1..1, drawn from the digest of the observation: equal observations, equal actions. Float32 (1, 16, D) a part. */
export function modelActions(observation: unknown, seed: number): Record<string, Tensor> {
  const stream = seedStream(`assay/1|${seed}|gr00t|policy|${digestValue(observation)}`)
  const part = (size: number) =>
    Tensor.of(
      'float32',
      [1, HORIZON, size],
      Array.from({length: HORIZON * size}, () => 2 * stream.uniform() - 1),
    )
  return Object.fromEntries(Object.entries(PARTS).map(([name, size]) => [name, part(size)]))
}
