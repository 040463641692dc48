import type {ActionTranslatorDocument} from '#contract/generated/types'
import {type Json, record} from '#contract/json'
import {environmentOf} from '#world/environments'
import {Tensor} from '#world/tensor/tensor'
import {rehearsal} from './fit-issues.ts'
import {sightedTranslator} from './translator.ts'

const ENVIRONMENT = 'two-room'
/** Enough that not all of them end against one wall and are worth the same. */
const SAMPLES = 16

/** A file of benchmark inputs with what a document shows of a start: names, types and shapes as they are, bytes drawn, numbers zero. */
export function sampleInput(document: ActionTranslatorDocument): {readonly inputs: Readonly<Record<string, Json>>} {
  const shown = sightedTranslator(document)
  const environment = environmentOf(ENVIRONMENT)
  const {horizon, actionSize, block} = environment
  const sight = {...rehearsal(environment), candidates: SAMPLES}
  const info = plain(shown.observe?.(sight) ?? {})
  if (document.emit) return {inputs: {policy_info: info}}
  const values = new Float64Array(SAMPLES * horizon * actionSize)
  const candidates = shown.candidates?.({values, samples: SAMPLES, horizon, actionSize, block})
  const rows = candidates && {...drawn(candidates), range: [-1, 1]}
  return {inputs: {score_info: info, ...(rows && {score_action_candidates: rows})}}
}

function plain(value: unknown): Json {
  if (value instanceof Tensor) return value.dtype === 'uint8' ? drawn(value) : {...shapeOf(value), fill: 0}
  const fields = record(value)
  if (fields === undefined) return value as Json
  return Object.fromEntries(Object.entries(fields).map(([key, item]) => [key, plain(item)]))
}

function drawn(tensor: Tensor): {readonly dtype: string; readonly shape: number[]; readonly seed: number} {
  return {...shapeOf(tensor), seed: 1}
}

function shapeOf({dtype, shape}: Tensor): {readonly dtype: string; readonly shape: number[]} {
  return {dtype, shape: [...shape]}
}
