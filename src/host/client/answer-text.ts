import {isRecord} from '#contract/is-record'
import {cutText} from '#error/cut-text'
import {errorTextOf, type HostReply, isOk} from './host-client.ts'

type Came = Pick<HostReply, 'status' | 'headers' | 'json' | 'text'>

const LONGEST_PATH = 80
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
/** No host: what a place without one is held against. */
const NOWHERE = 'http://nowhere.invalid'

/** The status, and of a redirect where it leads. `isTwice`: it was asked again for that. */
export function statusText({status, headers}: Pick<Came, 'status' | 'headers'>, isTwice = false): string {
  const text = `answered ${status}${isTwice ? ' twice' : ''}`
  return REDIRECTS.has(status) ? `${text}, a redirect ${placeIn(headers['location'] ?? '')}` : text
}

/** Without its query, which may hold what lets somebody in. */
function placeIn(location: string): string {
  const place = location === '' ? null : URL.parse(location, NOWHERE)
  if (place === null || place.origin === 'null') return 'without a place'
  return `to ${place.origin === NOWHERE ? cutText(place.pathname, LONGEST_PATH) : place.origin}`
}

/** The status, and what the host says went wrong. */
export function hostAnswerText(reply: Came): string {
  const said = REDIRECTS.has(reply.status) ? '' : errorTextOf(reply)
  return said === '' ? statusText(reply) : `${statusText(reply)}: ${said}`
}

/** The status, and what came with it where a document was expected. */
export function cameText(reply: Came, isTwice = false): string {
  const {status, headers, json, text} = reply
  const told = statusText(reply, isTwice)
  if (REDIRECTS.has(status)) return told
  if (text.trim() === '') return isOk(reply) ? `${told} with nothing` : told
  if (json === undefined)
    return `${told} with ${/^[\w.+-]+\/[\w.+-]+/.exec(headers['content-type'] ?? '')?.[0] ?? 'no JSON'}`
  if (!isOk(reply)) return isRecord(json) && errorTextOf({json, text: ''}) !== '' ? answerIn(told, reply) : told
  if (isRecord(json)) return told
  return `${told} with ${Array.isArray(json) ? 'a list' : json === null ? 'null' : `a ${typeof json}`}`
}

const answerIn = (told: string, reply: Came) => `${told}: ${errorTextOf(reply)}`
