import {ProviderError} from '#error/provider-error'
import {Tensor} from '#world/tensor/tensor'
import type {Fields} from '../../model/provider.ts'
import {plainText, violation} from '../../model/provider-fault.ts'
import {whatCame} from '../../model/value-check.ts'
import type {Frame} from '../../transport/ws-line.ts'
import {packMsgpack, unpackMsgpack} from '../../wire/msgpack.ts'
import {readArrays, type WireObject, wireObject, writeArrays} from '../../wire/wire-value.ts'

export interface OpenpiAnswer {
  /** (horizon, dimension) of floats. */
  readonly actions: Tensor
  /** Milliseconds the model took, where the server tells. */
  readonly inferMs?: number
}

/** Source: openpi_client/msgpack_numpy.py and openpi/serving/websocket_policy_server.py of Physical Intelligence. */
export function encodeObservation(observation: Fields): Uint8Array {
  return packMsgpack(writeArrays(observation, 'openpi'))
}

/** The fields of a reply that are decoded: the others are the policy's own and may hold anything. */
const USED: readonly unknown[] = ['actions', 'server_timing']

/** A binary frame as its map, or as those of its fields that are `used`. A text frame is the traceback of a server that then hangs up. Throws `upstream_error`, `contract_violation`. */
export function decodeMap(frame: Frame, used?: readonly unknown[]): WireObject {
  if ('text' in frame) {
    const text = plainText(frame.text)
    throw new ProviderError('upstream_error', `server failed${text === '' ? ' without saying why' : `: ${text}`}`, {
      retryable: false,
    })
  }
  const whole = unpackMsgpack(frame.bytes)
  const isPart = used !== undefined && whole instanceof Map
  const part = isPart ? new Map([...whole].filter(([key]) => used.includes(key))) : whole
  const {value} = readArrays(part, ['openpi'])
  const map = wireObject(value)
  if (map === undefined) throw violation(`frame holds ${whatCame(value)}, not a map`)
  return map
}

/** No traceback begins so. */
const BEGINS_JSON = /^\s*[{[]/

/**
 * What a server says of itself when a connection is made. Who greets with anything but a map serves something else, unless it fails as it is reached.
 * Throws `wrong_service`, `upstream_error`.
 */
export function decodeGreeting(frame: Frame): WireObject {
  try {
    return decodeMap(frame)
  } catch (error) {
    const isFailing = 'text' in frame && !BEGINS_JSON.test(frame.text)
    if (isFailing || !(error instanceof ProviderError)) throw error
    const why = {fault: 'wrong_service', cause: error, retryable: false} as const
    throw new ProviderError('wrong_service', `what answers does not greet as openpi does: ${error.message}`, why)
  }
}

export function decodeAnswer(frame: Frame): OpenpiAnswer {
  const map = decodeMap(frame, USED)
  const {actions} = map
  if (!(actions instanceof Tensor) || actions.shape.length !== 2 || !actions.dtype.startsWith('float'))
    throw violation(`actions are ${whatCame(actions)}, not floats of shape (horizon, values)`)
  const inferMs = wireObject(map['server_timing'])?.['infer_ms']
  return {actions, ...(typeof inferMs === 'number' && {inferMs})}
}
