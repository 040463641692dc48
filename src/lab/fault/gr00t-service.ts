import type {Fields} from '#provider/model/provider'
import type {ArrayDialect} from '#provider/wire/array-dialect'
import {packMsgpack, unpackMsgpack} from '#provider/wire/msgpack'
import {readArrays, type WireObject, type WireValue, writeArrays} from '#provider/wire/wire-value'
import {Tensor} from '#world/tensor/tensor'
import type {FaultStep} from './fault-step.ts'
import {MODALITIES, modelActions} from './gr00t-model.ts'

/** More than any client takes. */
const HUGE_BYTES = 64 * 1024 * 1024 + 1024

const TRACEBACK = 'Traceback (most recent call last):\n  File "server.py"\nValueError: bad observation'

/** How a healthy server is set up. */
export interface Gr00tService {
  /** The one way of arrays that it reads and writes: N1.6 knows the first alone, N1.7 at `626af89` the second alone. */
  readonly dialect: 'npy' | 'msgpack-numpy'
  readonly token?: string | undefined
  readonly seed: number
  /** What the model does about an observation, a float32 `[1, horizon, dimension]` a part; else actions that only depend on its bytes. */
  readonly act?: ((observation: Fields) => Record<string, Tensor>) | undefined
}

export interface Gr00tRequest {
  readonly endpoint: string
  readonly body: WireObject
  /** The ways of arrays met in it. */
  readonly dialects: ReadonlySet<ArrayDialect>
}

/** A request as a server reads it; undefined for bytes that are none. */
export function readRequest(bytes: Uint8Array): Gr00tRequest | undefined {
  const {value, dialects} = readArrays(unpackMsgpack(bytes), ['npy', 'msgpack-numpy'])
  const body = value as WireObject
  const endpoint = body['endpoint']
  return typeof endpoint === 'string' ? {endpoint, body, dialects} : undefined
}

/** The bytes a server of this kind answers with, as upstream's dispatcher does. */
export function healthyReply({endpoint, body, dialects}: Gr00tRequest, service: Gr00tService): Uint8Array {
  if (service.token !== undefined && body['api_token'] !== service.token)
    return packMsgpack({error: 'Unauthorized: Invalid API token'})
  if (endpoint === 'reset') return packMsgpack({})
  if (endpoint === 'ping') return packMsgpack({status: 'ok', message: 'Server is running'})
  if (endpoint === 'get_modality_config') return packMsgpack(modalityConfig(service.dialect))
  if (endpoint !== 'get_action') return packMsgpack({error: `Unknown endpoint: ${endpoint}`})
  if ([...dialects].some((dialect) => dialect !== service.dialect))
    return packMsgpack({error: 'the observation holds a dict where an array should be'})
  const {observation} = body['data'] as {readonly observation: WireValue}
  const actions = service.act?.(observation as Fields) ?? modelActions(observation, service.seed)
  return actionReply(actions, service.dialect)
}

/** The bytes of an ill server; undefined for faults that are not of the reply. */
export function illReply(
  {fault, options = {}}: FaultStep,
  request: Gr00tRequest,
  service: Gr00tService,
): Uint8Array | undefined {
  const {single_arm: arm = Tensor.of('float32', [1, 1, 1], [0]), gripper} = modelActions(request.body, service.seed)
  const reply = (actions: unknown) => actionReply(actions, service.dialect)
  switch (fault) {
    case 'unauthorized':
      return packMsgpack({error: 'Unauthorized: Invalid API token'})
    case 'wrong_dialect':
      return packMsgpack(writeArrays([{single_arm: arm}, {}], 'openpi'))
    case 'old_dialect':
      return packMsgpack({video: {__ModalityConfig_class__: true, as_json: '{"delta_indices": [0]}'}})
    case 'in_band_error':
      return packMsgpack({error: options.text ?? TRACEBACK})
    case 'empty_error':
      return packMsgpack({error: ''})
    case 'error_body_200':
      return Buffer.from('ERROR')
    case 'echo_secret':
      return packMsgpack({error: `no such token: ${options.text ?? ''}`})
    case 'not_json':
      return Buffer.from('<html><body>502 Bad Gateway</body></html>')
    case 'nil':
      return packMsgpack(null)
    case 'nan':
      return reply({single_arm: notANumber(arm)})
    case 'wrong_count':
      return packMsgpack(writeArrays([{single_arm: arm}], service.dialect))
    case 'wrong_shape':
      return reply({single_arm: arm, gripper: Tensor.of('float32', [1, 2, 1], [0, gripper?.size ?? 0])})
    case 'object_dtype':
      return packMsgpack([{single_arm: pickled()}, {}])
    case 'truncate_body':
      return healthyReply(request, service).subarray(0, -7)
    case 'huge_reply':
      return Buffer.alloc(options.bytes ?? HUGE_BYTES)
    default:
      return undefined
  }
}

function actionReply(actions: unknown, dialect: Gr00tService['dialect']): Uint8Array {
  return packMsgpack(writeArrays([actions, {evidence_class: 'contract-fixture'}], dialect))
}

/** Marked as the version of each dialect marks it. */
function modalityConfig(dialect: Gr00tService['dialect']): Record<string, unknown> {
  const mark = dialect === 'npy' ? '__ModalityConfig_class__' : '__ModalityConfig__'
  return Object.fromEntries(Object.entries(MODALITIES).map(([name, config]) => [name, {[mark]: true, as_json: config}]))
}

/** The mark of NumPy's own dialect around an array of Python objects. */
function pickled(): Map<Buffer, unknown> {
  const fields = {nd: true, type: '|O', kind: Buffer.from('O'), shape: [1], data: Buffer.from('80044e2e', 'hex')}
  return new Map(Object.entries(fields).map(([key, value]) => [Buffer.from(key), value]))
}

/** An array whose first number is NaN, which no tensor may hold. */
function notANumber({shape, bytes}: Tensor): Map<Buffer, unknown> {
  const data = Buffer.from(bytes)
  data.writeFloatLE(Number.NaN)
  const fields = {nd: true, type: '<f4', kind: Buffer.alloc(0), shape, data}
  return new Map(Object.entries(fields).map(([key, value]) => [Buffer.from(key), value]))
}
