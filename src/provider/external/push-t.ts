import {Tensor} from '#world/tensor/tensor'
import type {Examples} from '../model/provider.ts'

const SIDE = 224
const HISTORY = 3
/** Two coordinates, held for five steps. */
const ACTION = 10
const HORIZON = 5
const SAMPLES = 16

/** A dark table and an arm at rest, in the sizes of the published models of PushT: other models need an input file. Source: stable-worldmodel. */
export function pushT(): Examples {
  const zeros = (...shape: number[]) => Tensor.from({dtype: 'float32', shape, fill: 0})
  return {
    score: {
      info: {
        pixels: zeros(1, 1, HISTORY, 3, SIDE, SIDE),
        goal: zeros(1, 1, 1, 3, SIDE, SIDE),
        action: zeros(1, 1, HISTORY - 1, ACTION),
      },
      action_candidates: Tensor.from({
        dtype: 'float32',
        shape: [1, SAMPLES, HORIZON, ACTION],
        seed: 42,
        range: [-1, 1],
      }),
    },
  }
}
