import type {TranslatorActions} from '#contract/generated/types'
import {fillsRows, holdActions} from '#world/model/rollout'
import {Tensor} from '#world/tensor/tensor'
import {normalised} from './norm.ts'
import {translatorFault} from './translator-fault.ts'

/** Plan entries `[samples, horizon, actionSize]`, flat, each held for `block` environment steps. */
export interface PlannedCandidates {
  readonly values: Float64Array
  readonly samples: number
  readonly horizon: number
  readonly actionSize: number
  readonly block: number
}

/** Candidates as a model takes them, `[1, samples, rows, values]`. Throws `translator_invalid` where rows and plan entries do not fit. */
export function candidateRows(actions: TranslatorActions, planned: PlannedCandidates): Tensor {
  const {values, samples, horizon, actionSize, block} = planned
  const {steps = block, flatten = false, dtype = 'float32', pad = 0} = actions
  const total = horizon * block
  if (!fillsRows(planned, actions))
    throw translatorFault(
      `has rows of ${steps} steps for plans of ${horizon} entries of ${block}: take a --planner whose plans they fill, as those of swm (5 of 5)`,
    )
  const commands = Array.from(holdActions(values, actionSize, block))
  const own = normalised(commands, actions.norm, actionSize)
  const plain = flatten ? steps * actionSize : actionSize
  const width = Math.max(pad, plain)
  if (pad > 0 && pad < plain) throw translatorFault(`has ${plain} values a row where ${pad} are wanted`)
  const rows = (samples * total) / steps
  const laid = new Float64Array(rows * width)
  for (let row = 0; row < rows; row++) {
    const from = row * steps * actionSize
    for (let entry = 0; entry < plain; entry++) laid[row * width + entry] = own[from + entry] ?? Number.NaN
  }
  return Tensor.of(dtype, [1, samples, rows / samples, width], laid)
}
