import {isIn, type Network, parseIp} from '#net/ip'

/** The part of an IPv6 address that one subscriber has. */
const SUBSCRIBER_BYTES = 8

/** An address without what one and the same peer may write in several ways: IPv4 inside IPv6 is IPv4. */
export function plainAddress(text: string): string {
  const [, v4] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text) ?? []
  return v4 ?? text
}

/** Who asks: the peer of the connection, or what a trusted one says of it. The last entry that is no trusted proxy counts. */
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

/** Under which key an address without token is counted: a whole /64 of IPv6, for one subscriber has as many addresses as they like. */
export function addressKey(address: string): string {
  const bytes = parseIp(address)
  if (bytes === undefined || bytes.length === 4) return `ip:${address}`
  return `ip6:${Buffer.from(bytes.subarray(0, SUBSCRIBER_BYTES)).toString('hex')}`
}
