import {parsedFault, record} from '#contract/json'
import {CODES, type ErrorCode} from '#error/codes'
import {cutText} from '#error/cut-text'
import {ProviderError} from '#error/provider-error'
import {Tensor} from '#world/tensor/tensor'
import {plainText, violation} from '../model/provider-fault.ts'
import {whatCame} from '../model/value-check.ts'
import {whyNoJson} from '../model/why-no-json.ts'
import {wireJson, wireLine} from './wire-json.ts'

/** What external process protocol 1 can ask. */
export type Op =
  | 'hello'
  | 'health'
  | 'predict'
  | 'predict_batch'
  | 'score'
  | 'policy'
  | 'embed'
  | 'generate'
  | 'transfer'
  | 'reason'
  | 'reset'
  | 'cancel'
  | 'shutdown'

export interface Ask {
  readonly id: string
  readonly op: Op
  readonly deadlineMs?: number | undefined
  readonly input?: unknown
}

const MOST_DEPTH = 64
/** Number of characters that are examined, and shown, of a line that is not a reply. */
const MOST_READ = 1_000
const MOST_SHOWN = 60
/** Longest message, as text, in bytes. */
export const MOST_MESSAGE_BYTES = 64 * 1024 * 1024

/** One request as JSON in ASCII. Tensors are written out, bytes as base64: a host decodes only `data`, `b64` and text. */
export function requestText(ask: Ask): string {
  return wireJson(envelopeFor(ask))
}

/** The request as a line of bytes. */
export function requestLine(ask: Ask): Uint8Array {
  return wireLine(envelopeFor(ask))
}

function envelopeFor({id, op, deadlineMs, input}: Ask) {
  const limit = deadlineMs !== undefined && {deadline_ms: Math.max(1, Math.round(deadlineMs))}
  return {v: 1, id, op, ...limit, input}
}

/** A reply, and the id it is for. */
interface Addressed {
  readonly id: string
  readonly envelope: Readonly<Record<string, unknown>>
}

/** Throws `contract_violation` for anything that is no envelope of protocol 1. */
export function readEnvelope(text: string): Addressed {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw violation(`a line of the provider ${whyNoJson(text)}${beginningOf(text)}`)
  }
  const fault = parsedFault(value, MOST_DEPTH)
  if (fault !== undefined) throw violation(`a reply ${fault}`)
  return envelopeOf(value)
}

/** How a line begins that is no reply: most are words of a library, which belong elsewhere. */
function beginningOf(line: string): string {
  const words = cutText(plainText(cutText(line, MOST_READ)), MOST_SHOWN)
  if (words === '' || line.startsWith('{')) return ''
  return `: "${words}"; standard output is for replies alone, all else goes to standard error`
}

/** The envelope in JSON that was read and checked already. A request without an envelope, as `GET` has none, has no id that a reply could name. */
export function envelopeOf(value: unknown, isAnswer = true): Addressed {
  const envelope = record(value) ?? {}
  const {v, id, ok} = envelope
  const lacks = [
    ...(v === 1 ? [] : ['"v": 1']),
    ...(typeof id === 'string' || (!isAnswer && id === undefined) ? [] : ['"id" as it was asked, a text']),
    ...(typeof ok === 'boolean' ? [] : ['"ok": true or false']),
  ]
  if (lacks.length > 0) throw violation(`a reply is no envelope of protocol 1, it lacks ${lacks.join(', ')}`)
  return {id: typeof id === 'string' ? id : '', envelope}
}

/** The result in a good envelope, tensors read; a bad one is thrown as what it says. */
export function resultOf(envelope: Readonly<Record<string, unknown>>): unknown {
  if (envelope['ok'] === true) return readTensors(envelope['result'])
  const {error} = envelope
  const {code, message, retryable} = record(error) ?? {}
  if (typeof code !== 'string' || typeof message !== 'string')
    throw violation(`a failed reply has ${whatCame(error)} for its error, not a map with the texts code and message`)
  const known = codeFor(code)
  throw new ProviderError(known, message === '' ? 'the provider failed without a word' : message, {
    retryable: retryable === true,
  })
}

/** A provider may name errors of its own kind only; what is the caller's it has rejected, the rest went wrong inside. */
function codeFor(code: string): ErrorCode {
  if (!Object.hasOwn(CODES, code)) return 'upstream_error'
  const kind = CODES[code as ErrorCode].kind
  if (kind === 'caller' || kind === 'world_state') return 'upstream_rejected_input'
  return kind === 'provider' && code !== 'cancelled' ? (code as ErrorCode) : 'upstream_error'
}

/** A value as it is when it has gone over the wire. */
export function plainJson(value: unknown): unknown {
  return JSON.parse(wireJson(value))
}

/** A value that was read from JSON, with every `{dtype, shape, data | b64}` as a tensor. Throws `contract_violation`. */
export function readTensors(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readTensors)
  const body = record(value)
  if (body === undefined) return value
  if ('dtype' in body && 'shape' in body) return tensorOf(body)
  return Object.fromEntries(Object.entries(body).map(([key, inner]) => [key, readTensors(inner)]))
}

function tensorOf(body: Readonly<Record<string, unknown>>): Tensor {
  if ('fill' in body || 'seed' in body) throw violation('a tensor is not written out')
  try {
    return Tensor.from(body)
  } catch (error) {
    throw violation(error instanceof Error ? error.message : 'a tensor cannot be read')
  }
}
