import {isSecretKey} from './key-names.ts'
import type {Span} from './span.ts'
import {eachMatch, isAlphanumeric} from './text-runs.ts'
import {isRandom, withoutShards} from './value-kinds.ts'

const MARKER = /:(?:\/\/|\\\/\\\/)/g
/** Also where markup writes such a sign as an entity: read as text, the number of `&#10;` were a fragment, with all that follows. */
const URL_END =
  /[\s"'<>`^|\u2400-\u2426]|\\(?!\/)|\)(?=[\s.,;:)\]"'<]|$)|&(?:amp;)*(?:quot|apos|lt|gt|#(?:9|1[03]|3[249]|6[02]|x(?:9|[ad]|2[027]|3[ce])));/gi
/** End of a URL as earlier versions found it, for comparing their documents. */
const FORMER_URL_END = /[\s"'<>`^|\u2400-\u2426]|\\(?!\/)|\)(?=[\s.,;:)\]"'<]|$)/g
const TRAILING = /[.,;:!?)\]}]+$/
const SIGNED_NAMES =
  /^(?:x-(?:amz|goog|oss|cos|ms)-(?:signature|credential|security-token)|sig|hmac|awsaccesskeyid|googleaccessid|policy|key|apikey|auth|code|pass|pw|jwt|sid)$/i
const HOOK = /(?:^|[/.@-])(?:web)?hook(?:s|b2)?(?:[./-]|$)/i
const LONGEST_HOST = 64
const SHORTEST_DRAWN = 20
const PLAIN_USERS = new Set(['git', 'hg', 'svn', 'anonymous'])

/** Characters without a gap from the first address in them on; an address may stand in the path of another. */
interface Run {
  readonly text: string
  readonly end: number
  /** The first question mark or hash, else the end. */
  readonly pathEnd: number
  readonly lastAt: number
  /** Whether anything in it or right before may name a webhook. */
  readonly mayHook: boolean
}

/** Userinfo, query and fragment of every address, whatever its scheme, and path segments that look drawn by chance. */
export function findUrlParts(text: string, found: Span[]): void {
  findParts(text, found, URL_END)
}

/** Finds URL parts as earlier versions did, which took the number of an HTML entity for a fragment: for comparing what they wrote. */
export function findFormerUrlParts(text: string, found: Span[]): void {
  findParts(text, found, FORMER_URL_END)
}

function findParts(text: string, found: Span[], urlEnd: RegExp): void {
  if (!text.includes('://') && !text.includes(':\\/')) return
  let run: Run = {text, end: 0, pathEnd: 0, lastAt: -1, mayHook: false}
  eachMatch(text, MARKER, (marker) => {
    const start = marker.index + marker[0].length
    if (!isAlphanumeric(text.charCodeAt(marker.index - 1))) return
    if (start > run.end) {
      run = runFrom(text, start, urlEnd)
      findQuery(run, found)
    }
    if (start > run.pathEnd && run.lastAt < start) return
    const hostEnd = hostEndOf(text, start, run.end)
    findSegments(run, Math.max(hostEnd, findUserinfo(run, start, hostEnd, found)), found)
  })
}

/** Looks at each character of a run once, whatever number of addresses it holds. */
function runFrom(text: string, start: number, urlEnd: RegExp): Run {
  urlEnd.lastIndex = start
  const stop = urlEnd.exec(text)?.index ?? text.length
  const end = stop - (TRAILING.exec(text.slice(Math.max(start, stop - 16), stop))?.[0].length ?? 0)
  const content = text.slice(start, end)
  const mark = content.search(/[?#]/)
  const mayHook = /hook/i.test(text.slice(Math.max(0, start - LONGEST_HOST), end))
  return {text, end, pathEnd: mark < 0 ? end : start + mark, lastAt: start + content.lastIndexOf('@'), mayHook}
}

function hostEndOf(text: string, start: number, end: number): number {
  let at = start
  while (at < end && !'/?#\\'.includes(text[at] ?? '')) at++
  return at
}

/** Gives where the host begins. A password with a slash in it makes the first part look like a host with a port that is no number. */
function findUserinfo({text, lastAt}: Run, start: number, hostEnd: number, found: Span[]): number {
  const host = text.slice(start, hostEnd)
  const colon = host.indexOf(':')
  const oddPort = colon >= 0 && !host.startsWith('[') && !/^\d*$/.test(host.slice(colon + 1))
  const near = host.lastIndexOf('@')
  const at = near >= 0 ? start + near : oddPort && lastAt >= hostEnd ? lastAt : start
  if (at <= start) return start
  found.push({start, end: at, rule: 'url-userinfo', tidy: PLAIN_USERS.has(text.slice(start, at))})
  return at + 1
}

function findSegments({text, pathEnd, mayHook}: Run, hostEnd: number, found: Span[]): void {
  let isHook = mayHook && HOOK.test(text.slice(Math.max(0, hostEnd - LONGEST_HOST), hostEnd))
  for (let from = hostEnd + 1, to = from; from < pathEnd; from = to + 1) {
    to = from
    while (to < pathEnd && text[to] !== '/') to++
    // The next address in the path has its own turn.
    if (endsScheme(text, from, to)) return
    const segment = text.slice(from, Math.min(to, from + 1_024))
    const isDrawn =
      segment.length >= SHORTEST_DRAWN &&
      isRandom(bareSegment(segment)) &&
      !isShard(text.slice(from - 6, from), segment)
    if ((isHook && isHookSecret(segment)) || isDrawn) found.push({start: from, end: to, rule: 'url-segment'})
    isHook ||= mayHook && HOOK.test(segment)
  }
}

/** Whether a part of a path ends as a scheme does: `http:`, also before slashes escaped in JSON. */
function endsScheme(text: string, from: number, to: number): boolean {
  const at = text[to - 1] === '\\' ? to - 2 : to - 1
  return at >= from && text[at] === ':'
}

function isShard(before: string, segment: string): boolean {
  return withoutShards(before.replace(/^[^/]*\//, '') + segment) === ''
}

/** Behind a webhook's name whoever knows the address may call it: ids are keys there. */
function isHookSecret(segment: string): boolean {
  return (
    (/^(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{6,}$/i.test(segment) && !/^v\d/.test(segment)) || /^[\w@-]{20,}$/.test(segment)
  )
}

/** Without percent codes, which mix letters and digits by themselves, and without what a file server puts around an identifier. */
function bareSegment(segment: string): string {
  return segment
    .replace(/%[0-9a-f]{2}/gi, '-')
    .replace(/^\d{1,12}-(?=[0-9a-f]{8}-)/i, '')
    .replace(/\.[a-z]{2,4}$/, '')
}

function findQuery({text, end, pathEnd}: Run, found: Span[]): void {
  const rest = text.slice(pathEnd, end)
  const hash = rest.indexOf('#')
  const queryEnd = hash < 0 ? end : pathEnd + hash
  if (rest.startsWith('?') && pathEnd + 1 < queryEnd) found.push(part(text, pathEnd + 1, queryEnd, 'url-query'))
  if (queryEnd + 1 < end) found.push(part(text, queryEnd + 1, end, 'url-fragment'))
}

/** An address that carries its own permission is a finding; the query of an ordinary one is only dropped. */
function part(text: string, start: number, end: number, rule: string): Span {
  return isSigned(text.slice(start, Math.min(end, start + 8_192)))
    ? {start, end, rule: 'signed-url'}
    : {start, end, rule, tidy: true}
}

function isSigned(query: string): boolean {
  return query.split(/[&;]|%26|\\u0026/).some((pair) => {
    const [name = '', value = ''] = pair.replace(/^amp;/, '').split(/=|%3D/i, 2)
    return value.length >= 6 && (SIGNED_NAMES.test(name) || isSecretKey(name))
  })
}
