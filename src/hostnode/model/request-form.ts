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
const FRAMING = new Map([
  ['transferencoding', 'transfer-encoding'],
  ['contentlength', 'content-length'],
])
const LEAST_NAME = 'contentlength'.length

/**
 * Why a request could be read in two ways, or is for no origin server; undefined where it can be answered. What the parser refuses by itself never
 * comes here. Source: RFC 9112, sections 3.2, 6.1 to 6.3 and 11.2.
 */
export function requestFault({httpVersion, method, url = '', rawHeaders}: RequestHead): string | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return 'the node speaks HTTP/1.1'
  const hosts = valuesOf(rawHeaders, 'host')
  const [host = ''] = hosts
  if (hosts.length > 1 || (hosts.length === 0 && httpVersion === '1.1')) return 'the request needs one Host'
  if (!AUTHORITY.test(host)) return 'the Host is malformed'
  return framingFault(httpVersion, rawHeaders) ?? targetFault(url, method, host)
}

function framingFault(httpVersion: string, rawHeaders: readonly string[]): string | undefined {
  const codings = valuesOf(rawHeaders, 'transfer-encoding')
  const lengths = valuesOf(rawHeaders, 'content-length')
  if (codings.length + lengths.length > 1) return 'the request says more than once where its body ends'
  if (codings.some((one) => httpVersion === '1.0' || one.toLowerCase() !== 'chunked'))
    return 'the body comes in a form that is not known'
  if (lengths.some((one) => !/^\d{1,15}$/.test(one))) return 'the length of the body is malformed'
  const isLike = rawHeaders.some((name, at) => at % 2 === 0 && isAlmostFraming(name))
  return isLike ? 'a header is named almost like one that says where the body ends' : undefined
}

function isAlmostFraming(name: string): boolean {
  if (name.length < LEAST_NAME) return false
  const lower = name.toLowerCase()
  const meant = FRAMING.get(lower.replace(/[^a-z]/g, ''))
  return meant !== undefined && meant !== lower
}

function targetFault(url: string, method: string | undefined, host: string): string | undefined {
  if (url === '*' && method === 'OPTIONS') return undefined
  const [, authority] = ABSOLUTE.exec(url) ?? []
  if (authority !== undefined && authority.toLowerCase() !== host.toLowerCase())
    return 'the target and the Host are not the same'
  if (authority === undefined && !url.startsWith('/')) return 'the target is no path'
  return /^[!-~]+$/.test(url) && !url.includes('#') ? undefined : 'the target has characters that no path has'
}

/** The path and query of a target, whichever form it came in. */
export function originForm(url: string): string {
  const [, , rest] = ABSOLUTE.exec(url) ?? []
  if (rest === undefined) return url
  return rest.startsWith('/') ? rest : `/${rest}`
}

function valuesOf(rawHeaders: readonly string[], name: string): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name)
}
