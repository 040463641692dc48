import {ProviderError} from '#error/provider-error'
import {plainText, violation} from '../../model/provider-fault.ts'
import type {ArrayDialect, WireMap} from '../../wire/array-dialect.ts'
import {unpackMsgpack} from '../../wire/msgpack.ts'
import {packPieces} from '../../wire/pack-pieces.ts'
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

export interface Reply {
  readonly value: WireValue
  readonly dialects: ReadonlySet<ArrayDialect>
}

export interface Gr00tRequestParts {
  readonly endpoint: Gr00tEndpoint
  readonly data?: unknown
  readonly token: string | undefined
}

/** A request in parts that follow one another. Source: gr00t/policy/server_client.py of NVIDIA Isaac GR00T N1.6. */
export function encodeRequest(
  {endpoint, data, token}: Gr00tRequestParts,
  dialect: ArrayDialect,
): readonly Uint8Array[] {
  return packPieces({
    endpoint,
    ...(data !== undefined && {data: writeArrays(data, dialect)}),
    ...(token !== undefined && {api_token: token}),
  })
}

/** What a server said, with the dialects of its arrays. Throws `unauthorized`, `incompatible`, `upstream_error`, `contract_violation`. */
export function decodeReply(bytes: Uint8Array): Reply {
  const {refusal, ...reply} = readReply(bytes)
  if (refusal !== undefined) throw refusal
  return reply
}

/**
 * The dialect that a server reads, by how it marked its modality configuration; that of the first servers where it has none to show. Throws
 * `unauthorized`, `incompatible`, `contract_violation`.
 */
export function configuredDialect(bytes: Uint8Array): ArrayDialect {
  const {refusal, dialects} = readReply(bytes)
  if (refusal?.code === 'unauthorized') throw refusal
  const [dialect = 'npy'] = dialects
  return dialect
}

function readReply(bytes: Uint8Array): Reply & {readonly refusal?: ProviderError} {
  if (BARE_ERROR.equals(bytes)) throw new ProviderError('upstream_error', 'server failed without saying why')
  const marked = new Set<ArrayDialect>()
  const {value, dialects} = readArrays(unpackMsgpack(bytes), ['npy', 'msgpack-numpy'], (map) => readConfig(map, marked))
  if (value === null) throw violation('server answered with nil')
  const object = wireObject(value)
  const isRefused = object !== undefined && Object.hasOwn(object, 'error')
  return {value, dialects: dialects.union(marked), ...(isRefused && {refusal: refusalIn(object['error'])})}
}

/** A marked modality configuration is the map it holds; N1.5 held a text under the same mark. */
function readConfig({texts}: WireMap, marked: Set<ArrayDialect>): unknown {
  const [mark, dialect] = CONFIG_MARKS.find(([name]) => texts.has(name)) ?? []
  if (mark === undefined || dialect === undefined) return undefined
  marked.add(dialect)
  const config = texts.get('as_json')
  if (typeof config === 'string')
    throw new ProviderError(
      'incompatible',
      'server speaks the dialect of GR00T N1.5, whose observations and actions have another form',
      {
        hint: 'Use a GR00T server of version N1.6 or newer.',
        retryable: false,
      },
    )
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
  return new ProviderError('upstream_error', `server failed${told}${otherNames(text)}`, options)
}

/** What upstream says where names are flat and should be nested, or the other way round. */
function otherNames(text: string): string {
  if (/key '(?:video|state)\.[^']*' must be in observation/i.test(text))
    return '; a server that was started with --use-sim-policy-wrapper takes flat names: set GROOT_POLICY_WRAPPED=true, and write the documents anew'
  if (/must contain a '(?:video|state|language)' key/i.test(text))
    return '; this server takes nested names: unset GROOT_POLICY_WRAPPED, and write the documents anew'
  return ''
}
