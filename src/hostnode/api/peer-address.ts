import {isIn, type Network, parseIp} from '#net/ip'

/** Number of bytes of an IPv6 address that identify one subscriber. */
const SUBSCRIBER_BYTES = 8

/** An address in one form: IPv4 mapped into IPv6 becomes IPv4, since the same peer may be written either way. */
export function plainAddress(text: string): string {
  const [, v4] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text) ?? []
  return v4 ?? text
}

/** The address of the caller: the peer of the connection or, if that is a trusted proxy, the last entry of `X-Forwarded-For` that is not one. */
export function peerAddress(peer: string, forwarded: string | undefined, trusted: readonly Network[]): string {
  let address = plainAddress(peer)
  if (trusted.length === 0) return address
  for (const hop of (forwarded ?? '').split(',').toReversed()) {
    if (!isInAny(address, trusted)) return address
    const next = plainAddress(hop.trim())
    if (parseIp(next) === undefined) return address
    address = next
  }
  return address
}

export function isInAny(address: string, networks: readonly Network[]): boolean {
  const bytes = parseIp(address)
  return bytes !== undefined && networks.some((one) => isIn(bytes, one))
}

/** The key that an address without a token is counted under: for IPv6 its whole /64, since one subscriber can use any number of addresses. */
export function addressKey(address: string): string {
  const bytes = parseIp(address)
  if (bytes === undefined || bytes.length === 4) return `ip:${address}`
  return `ip6:${Buffer.from(bytes.subarray(0, SUBSCRIBER_BYTES)).toString('hex')}`
}
