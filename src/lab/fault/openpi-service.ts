import type {Fields} from '#provider/model/provider'
import {packMsgpack, unpackMsgpack} from '#provider/wire/msgpack'
import {readArrays, writeArrays} from '#provider/wire/wire-value'
import {Tensor} from '#world/tensor/tensor'
import type {FaultStep} from './fault-step.ts'
import {modelActions} from './gr00t-model.ts'

/** More than any client takes. */
const HUGE_BYTES = 64 * 1024 * 1024 + 1024
const FIXTURE = {evidence_class: 'contract-fixture', policy: 'assay-fixture', action_horizon: 16}

/** What a server says when a connection is made. */
export function metadataFrame(): Uint8Array {
  return packMsgpack(FIXTURE)
}

/** The answer to an observation: (16, 5) float32, equal for equal observations. */
export function healthyFrame(observation: Uint8Array, seed: number): Uint8Array {
  return frameOf({actions: actionsFor(observation, seed)})
}

/** A model that looks at what it is shown. */
export type Act = (observation: Fields) => Tensor

/** What a model that looks makes of an observation. */
export function actingFrame(observation: Uint8Array, act: Act): Uint8Array {
  const {value} = readArrays(unpackMsgpack(observation), ['openpi'])
  return frameOf({actions: act(value as Fields)})
}

/** The answer of an ill server; undefined for faults that are not of the frame. */
export function illFrame(
  {fault, options = {}}: FaultStep,
  observation: Uint8Array,
  seed: number,
): Uint8Array | undefined {
  const actions = actionsFor(observation, seed)
  switch (fault) {
    case 'not_json':
      return Buffer.from('<html><body>502 Bad Gateway</body></html>')
    case 'nan': {
      const data = Buffer.from(actions.bytes)
      data.writeFloatLE(Number.NaN)
      return frameOf({actions: markedArray('<f4', actions.shape, data)})
    }
    case 'wrong_count':
      return frameOf({})
    case 'wrong_shape':
      return frameOf({actions: new Tensor('float32', [1, ...actions.shape], actions.bytes)})
    case 'object_dtype':
      return frameOf({actions: markedArray('|O', [1], Buffer.from('80044e2e', 'hex'))})
    case 'truncate_body':
      return healthyFrame(observation, seed).subarray(0, -7)
    case 'wrong_dialect':
      return packMsgpack(writeArrays({actions}, 'npy'))
    case 'huge_reply':
      return Buffer.alloc(options.bytes ?? HUGE_BYTES)
    default:
      return undefined
  }
}

function frameOf(answer: Readonly<Record<string, unknown>>): Uint8Array {
  return packMsgpack(writeArrays({...answer, server_timing: {infer_ms: 1.5, prev_total_ms: 2}}, 'openpi'))
}

function actionsFor(observation: Uint8Array, seed: number): Tensor {
  const {value} = readArrays(unpackMsgpack(observation), ['openpi'])
  const arm = modelActions(value, seed)['single_arm'] ?? Tensor.of('float32', [1, 1, 1], [0])
  return new Tensor('float32', arm.shape.slice(1), arm.bytes)
}

/** An array as the dialect marks it, with what no tensor may hold. */
function markedArray(dtype: string, shape: readonly number[], data: Uint8Array): Map<Buffer, unknown> {
  const fields = {__ndarray__: true, data, dtype, shape}
  return new Map(Object.entries(fields).map(([key, value]) => [Buffer.from(key), value]))
}
