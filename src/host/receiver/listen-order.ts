import {AssayError} from '#error/assay-error'
import {checkEach, type InputCheck} from '#error/collect-mistakes'
import {nearestHint} from '#error/nearest'
import {durationMs} from '#measurement/asked'
import type {ServeAddress} from '#net/http-server'
import {parseIp} from '#net/ip'
import {isBrand} from './delivery-head.ts'
import {EVENT_NAMES} from './event-fit.ts'
import type {SecretNames} from './read-secrets.ts'

/** What `webhook listen` is asked for, as a caller writes it. */
export interface ListenOrder extends SecretNames {
  readonly addr: string
  readonly path: string
  readonly expect: readonly string[]
  readonly count: number
  /** Durations such as `60s`. */
  readonly forTime: string
  readonly delay: string
  readonly respond: number
  readonly sameBody: string
  readonly brand: string
  /** Absolute. */
  readonly record: string
}

const LONGEST_MS = 24 * 3_600_000

/** Every mistake of an order but those of its secrets. */
export function orderChecks(order: ListenOrder): readonly InputCheck[] {
  const {addr, path, count, forTime, delay, respond, sameBody, brand} = order
  const must = (key: string, holds: boolean, message: string): InputCheck => ({
    key,
    check: () => {
      if (!holds) throw new AssayError('invalid_input', message)
    },
  })
  const [least, most] = [100, 599]
  return [
    must('addr', parseAddress(addr) !== undefined, 'the address is not IP:PORT, such as 127.0.0.1:0 or [::1]:8080'),
    must('path', /^\/[\w./~-]{0,200}$/.test(path), 'the path does not begin with / or has other than plain characters'),
    must('count', Number.isSafeInteger(count) && count >= 1, 'the count is no whole number of at least 1'),
    must('for', isDuration(forTime, 1), 'the time is not a duration such as 60s, of at most 24 hours'),
    must('delay', isDuration(delay, 0), 'the delay is not a duration such as 2s, of at most 24 hours'),
    must(
      'respond',
      Number.isSafeInteger(respond) && respond >= 2 * least && respond <= most,
      'the status is not from 200 to 599',
    ),
    must('same-body', /^(replay|accept)$/.test(sameBody), 'what to do with equal bodies is neither replay nor accept'),
    brandCheck(brand),
    ...checkEach('expect', order.expect, mustBeEvent),
  ]
}

export function brandCheck(brand: string): InputCheck {
  return {
    key: 'brand',
    check: () => {
      if (!isBrand(brand)) throw new AssayError('invalid_input', 'the brand is not a word of letters and digits')
    },
  }
}

/** A literal address and a port; undefined for any other text. A name would have to be looked up. */
export function parseAddress(text: string): ServeAddress | undefined {
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? []
  const host = bracketed ?? plain ?? ''
  const port = Number(digits)
  const bytes = parseIp(host)
  const isFitting = bytes !== undefined && (bytes.length === 16) === (bracketed !== undefined)
  return isFitting && port <= 65_535 ? {host, port} : undefined
}

function isDuration(text: string, leastMs: number): boolean {
  const ms = durationMs(text)
  return ms >= leastMs && ms <= LONGEST_MS
}

function mustBeEvent(name: string): void {
  if (EVENT_NAMES.includes(name)) return
  throw new AssayError('invalid_input', 'there is no event of this name', {
    hint: nearestHint(name, EVENT_NAMES),
    given: name,
  })
}
