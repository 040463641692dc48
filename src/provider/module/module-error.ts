import {finite, record} from '#contract/json'
import {AssayError} from '#error/assay-error'
import {CODES, type ErrorCode} from '#error/codes'
import {cutText} from '#error/cut-text'
import {ProviderError, type ProviderErrorOptions, WorldStateError} from '#error/provider-error'

/** An error on its way between the process of a module and ours. */
export interface ToldError {
  readonly name: string
  readonly message: string
  /** Code of an `AssayError`; absent for errors of the module itself. */
  readonly code?: string
  readonly hint?: string
  readonly facts?: Readonly<Record<string, unknown>>
  /** Number of the question whose answer this error was: it came from our side and is on its way back. */
  readonly ask?: number
}

/** Far more than is ever shown: what is told is redacted first and cut then. */
const MOST_CHARACTERS = 65_536
const FAULTS: readonly ProviderErrorOptions['fault'][] = [
  'down',
  'busy',
  'wrong_service',
  'unauthorized',
  'incompatible',
  'timeout',
]

/** Which answers of ours became errors in the process of a module. */
const asked = new WeakMap<object, number>()

/** Whatever was thrown, also null, a proxy, or an object whose message throws. `url`: the module whose place in it is told, where it threw. */
export function writeToldError(thrown: unknown, url?: string): ToldError {
  try {
    const ask = typeof thrown === 'object' && thrown !== null ? asked.get(thrown) : undefined
    if (!(thrown instanceof Error)) return {name: '', message: textOf(thrown)}
    const {name, message} = thrown
    const told = {name: cutText(String(name), 100), message: cutText(String(message), MOST_CHARACTERS)}
    const placed = () => ({...told, message: `${told.message}${url ? placeIn(thrown, url) : ''}`})
    if (!(thrown instanceof AssayError)) return placed()
    if (thrown.code === 'invalid_tensor') return {...placed(), code: thrown.code}
    const facts = thrown instanceof ProviderError ? thrown.facts : {}
    const origin = thrown instanceof WorldStateError ? {origin: thrown.origin} : {}
    return {...told, code: thrown.code, hint: thrown.hint, facts: {...facts, ...origin}, ...(ask && {ask})}
  } catch {
    return {name: '', message: 'threw an unreadable value'}
  }
}

/** An error that a module's process told: only what a provider may say of itself counts, all else went wrong inside it. */
export function readToldError(told: unknown): unknown {
  const {name, message, code, hint, facts} = record(told) ?? {}
  const text = typeof message === 'string' ? message : 'failed without a word'
  if (typeof code === 'string') return ownError(codeFor(code), text, {hint, facts})
  return foreignError(name, text)
}

/** An error that our side told a module's process, as the answer to question `ask`. */
export function readOurError({message, code, hint, facts}: ToldError, ask?: number): Error {
  const known = code !== undefined && Object.hasOwn(CODES, code) ? (code as ErrorCode) : 'internal'
  const error = ownError(known, message, {hint, facts})
  if (ask !== undefined) asked.set(error, ask)
  return error
}

/** Number of the question whose answer an error was told to be. */
export function askIn(value: unknown): number | undefined {
  return finite(record(value)?.['ask'])
}

function ownError(known: ErrorCode, message: string, more: {readonly hint: unknown; readonly facts: unknown}): Error {
  const {origin, retryable, statusCode, retryAfterMs, fault, remoteWork} = record(more.facts) ?? {}
  const hint = typeof more.hint === 'string' ? {hint: more.hint} : {}
  if (known === 'world_state_invalid')
    return new WorldStateError(message, origin === 'caller' ? 'caller' : 'provider', hint)
  if (CODES[known].kind === 'caller') return new AssayError(known, message, hint)
  const wait = finite(retryAfterMs)
  const status = finite(statusCode)
  const fit = FAULTS.find((one) => one === fault)
  return new ProviderError(known, message, {
    ...hint,
    ...(typeof retryable === 'boolean' && {retryable}),
    ...(status !== undefined && {statusCode: status}),
    ...(wait !== undefined && wait >= 0 && {retryAfterMs: wait}),
    ...(fit !== undefined && {fault: fit}),
    ...(remoteWork === 'may_continue' && {remoteWork}),
  })
}

function codeFor(code: string): ErrorCode {
  if (!Object.hasOwn(CODES, code) || code === 'cancelled') return 'upstream_error'
  // What it was asked with was looked at before: it is its own answer of which it cannot make one.
  if (code === 'invalid_tensor') return 'contract_violation'
  const {kind} = CODES[code as ErrorCode]
  return ['provider', 'caller', 'world_state'].includes(kind) ? (code as ErrorCode) : 'upstream_error'
}

/** A text that was thrown as it is stays a text. */
function foreignError(name: unknown, message: string): unknown {
  if (typeof name !== 'string' || name === '') return message
  const error = new Error(message)
  error.name = name
  return error
}

const FRAME = /^\s+at /
const PLACE = /^([^\s():]{1,200}:\d+(?::\d+)?)\)?$/

/** Where in a module, or in a file beside it, an error came from, as what stands behind its message. Of the stack nothing else is told. */
function placeIn({name, stack}: Error, url: string): string {
  const {pathname} = new URL(url)
  const home = pathname.slice(0, pathname.lastIndexOf('/') + 1)
  const lines = cutText(String(stack), MOST_CHARACTERS).split('\n')
  // What cannot be read stands before everything else, and has no frame.
  const told = lines.filter((line, at) => FRAME.test(line) || (at === 0 && name === 'SyntaxError'))
  const places = told.flatMap((line) => {
    const start = line.indexOf(home)
    return start < 0 ? [] : (PLACE.exec(line.slice(start + home.length))?.[1] ?? [])
  })
  const place = places.find((one) => !one.includes('node_modules/'))
  return place === undefined ? '' : ` (at ${place})`
}

function textOf(thrown: unknown): string {
  return typeof thrown === 'string' ? cutText(thrown, MOST_CHARACTERS) : `threw a ${typeof thrown}`
}
