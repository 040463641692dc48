import {addressKind, parseIp} from '#net/ip'

/** Scheme and host of accounts, such as `https://host.example:8443`; undefined for what is no such place. */
export function accountOrigin(protocol: string, host: string): string | undefined {
  if (!/^https?$/.test(protocol) || !/^[A-Za-z0-9._:[\]-]{1,255}$/.test(host)) return undefined
  const url = URL.parse(`${protocol}://${host}`)
  return url === null || url.hostname === '' || url.pathname !== '/' || url.username !== '' ? undefined : url.origin
}

/** The place of a base URL, which may have a path and nothing else behind it. */
export function originOfUrl(text: string): string | undefined {
  const [, protocol = '', host = ''] = /^(https?):\/\/([^/?#@\s]+)(?:\/[^?#\s]*)?$/i.exec(text) ?? []
  return accountOrigin(protocol.toLowerCase(), host)
}

/** Under which service the keyring keeps the tokens of a place. */
export const serviceOf = (origin: string): `assay:${string}` => `assay:${origin}`

/** Nobody on the way reads what goes there: encrypted, or on this machine. */
export function isClosedWay(origin: string): boolean {
  const {protocol, hostname} = new URL(origin)
  if (protocol === 'https:' || hostname === 'localhost') return true
  const bytes = parseIp(hostname)
  return bytes !== undefined && addressKind(bytes) === 'loopback'
}
