/** What of a request says where it ends and whom it is for. */
export interface RequestHead {
  readonly httpVersion: string
  readonly method?: string | undefined
  readonly url?: string | undefined
  /** Names and values in turn, as they came. */
  readonly rawHeaders: readonly string[]
}

/** A name, an IPv4 address or an IPv6 address in brackets, and a port. Source: RFC 3986, section 3.2. */
const AUTHORITY = /^(\[[0-9a-f:.]+\]|[a-z0-9._~!$&'()*+,;=%-]*)(:\d{0,5})?$/i
const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)$/is
/** Names that readers less strict than this one could take for those that say where a body ends. */
const FRAMING = new Set(['transferencoding', 'contentlength'])
const HOST = 'host'
const LEAST_NAME = 'contentlength'.length

/**
 * Why a request could be read in two ways, or is for no origin server; undefined where it can be answered. What the parser refuses by itself never
 * comes here. Source: RFC 9112, sections 3.2, 6.1 to 6.3 and 11.2.
 */
export function requestFault({httpVersion, method, url = '', rawHeaders}: RequestHead): string | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return 'the node speaks HTTP/1.1'
  const {host, hosts, coding, length, ends, hasAlmost} = framingOf(rawHeaders)
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) return 'the request needs one Host'
  if (!AUTHORITY.test(host)) return 'the Host is malformed'
  if (ends > 1) return 'the request says more than once where its body ends'
  if (coding !== undefined && (httpVersion === '1.0' || coding.toLowerCase() !== 'chunked'))
    return 'the body comes in a form that is not known'
  if (length !== undefined && !/^\d{1,15}$/.test(length)) return 'the length of the body is malformed'
  if (hasAlmost) return 'a header is named almost like one that says where the body ends'
  return targetFault(url, method, host)
}

/** The last of each, and how many there were. */
interface Framing {
  host: string
  hosts: number
  coding: string | undefined
  length: string | undefined
  /** Headers that say where the body ends. */
  ends: number
  hasAlmost: boolean
}

/** In one walk: every request is looked at, and most have nothing of it but a Host. */
function framingOf(rawHeaders: readonly string[]): Framing {
  const framing: Framing = {host: '', hosts: 0, coding: undefined, length: undefined, ends: 0, hasAlmost: false}
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length !== HOST.length && name.length < LEAST_NAME) continue
    note(name.toLowerCase(), rawHeaders[at + 1] ?? '', framing)
  }
  return framing
}

function note(lower: string, value: string, framing: Framing): void {
  if (lower === HOST) {
    framing.host = value
    framing.hosts++
  } else if (lower === 'transfer-encoding') {
    framing.coding = value
    framing.ends++
  } else if (lower === 'content-length') {
    framing.length = value
    framing.ends++
  } else if (isAlmostFraming(lower)) framing.hasAlmost = true
}

function isAlmostFraming(lower: string): boolean {
  return lower.length >= LEAST_NAME && FRAMING.has(lower.replace(/[^a-z]/g, ''))
}

function targetFault(url: string, method: string | undefined, host: string): string | undefined {
  if (url === '*' && method === 'OPTIONS') return undefined
  const [, authority] = url.startsWith('/') ? [] : (ABSOLUTE.exec(url) ?? [])
  if (authority !== undefined && authority.toLowerCase() !== host.toLowerCase())
    return 'the target and the Host are not the same'
  if (authority === undefined && !url.startsWith('/')) return 'the target is no path'
  return /^[!-~]+$/.test(url) && !url.includes('#') ? undefined : 'the target has characters that no path has'
}

/** The path and query of a target, whichever form it came in. */
export function originForm(url: string): string {
  if (url.startsWith('/')) return url
  const [, , rest] = ABSOLUTE.exec(url) ?? []
  if (rest === undefined) return url
  return rest.startsWith('/') ? rest : `/${rest}`
}
