import {ProviderError} from '#error/provider-error'
import {violation} from '../../model/provider-fault.ts'
import {plainText} from '../../model/upstream-text.ts'
import type {ArrayDialect, WireMap} from '../../wire/array-dialect.ts'
import {packMsgpack, unpackMsgpack} from '../../wire/msgpack.ts'
import {readArrays, type WireValue, wireObject, writeArrays} from '../../wire/wire-value.ts'

/** What a GR00T policy server may be asked. Its endpoint that stops the server is not among them and cannot be encoded. */
export type Gr00tEndpoint = 'ping' | 'get_modality_config' | 'get_action' | 'reset'

const BARE_ERROR = Buffer.from('ERROR')
/** How each version marks a modality configuration, and the dialect of its arrays. */
const CONFIG_MARKS = [
  ['__ModalityConfig_class__', 'npy'],
  ['__ModalityConfig__', 'msgpack-numpy'],
] as const satisfies readonly (readonly [string, ArrayDialect])[]
const NO_TOKEN = /unauthori[sz]ed|api[ _]?token/i

export interface Gr00tRequestParts {
  readonly endpoint: Gr00tEndpoint
  readonly data?: unknown
  readonly token: string | undefined
}

/** Source: gr00t/policy/server_client.py of NVIDIA Isaac GR00T N1.6. */
export function encodeRequest({endpoint, data, token}: Gr00tRequestParts, dialect: ArrayDialect): Uint8Array {
  return packMsgpack({
    endpoint,
    ...(data !== undefined && {data: writeArrays(data, dialect)}),
    ...(token !== undefined && {api_token: token}),
  })
}

/** What a server said, with the dialects of its arrays. Throws `unauthorized`, `incompatible`, `upstream_error`, `contract_violation`. */
export function decodeReply(bytes: Uint8Array): {value: WireValue; dialects: ReadonlySet<ArrayDialect>} {
  if (BARE_ERROR.equals(bytes)) throw new ProviderError('upstream_error', 'server failed without saying why')
  const marked = new Set<ArrayDialect>()
  const reply = readArrays(unpackMsgpack(bytes), ['npy', 'msgpack-numpy'], (map) => readConfig(map, marked))
  if (reply.value === null) throw violation('server answered with nil')
  const object = wireObject(reply.value)
  if (object !== undefined && Object.hasOwn(object, 'error')) throw refusalIn(object['error'])
  return {value: reply.value, dialects: reply.dialects.union(marked)}
}

/** A marked modality configuration is the map it holds; N1.5 held a text under the same mark. */
function readConfig({texts}: WireMap, marked: Set<ArrayDialect>): unknown {
  const [mark, dialect] = CONFIG_MARKS.find(([name]) => texts.has(name)) ?? []
  if (mark === undefined || dialect === undefined) return undefined
  marked.add(dialect)
  const config = texts.get('as_json')
  if (typeof config === 'string')
    throw new ProviderError('incompatible', 'server speaks the dialect of GR00T N1.5', {
      hint: 'Use a GR00T server of version N1.6 or newer.',
      retryable: false,
    })
  if (texts.get(mark) !== true || !(config instanceof Map)) throw violation('modality configuration is malformed')
  return config
}

/** The key counts, not its text, which may be empty. */
function refusalIn(error: WireValue | undefined): ProviderError {
  const text = typeof error === 'string' ? plainText(error) : ''
  const told = text === '' ? ' without saying why' : `: ${text}`
  const options = {retryable: false}
  if (NO_TOKEN.test(text))
    return new ProviderError('unauthorized', `server refused the token it was sent${told}`, options)
  if (/unknown endpoint/i.test(text))
    return new ProviderError('incompatible', `server lacks an endpoint${told}`, options)
  return new ProviderError('upstream_error', `server failed${told}`, options)
}
