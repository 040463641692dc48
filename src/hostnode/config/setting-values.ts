import {type Network, parseNetwork} from '#net/ip'
import type {ListenAddress} from './settings.ts'

const UNITS: Readonly<Record<string, number>> = {ms: 1, s: 1_000, m: 60_000, h: 3_600_000}
const LEAST_IDLE_MS = 100
const LONGEST_MS = 24 * 3_600_000
const MOST_WAITS = 50

/** Milliseconds of `250ms`, `30s`, `5m` or `1h`, at most a day; undefined for anything else. */
export function parseWait(text: string): number | undefined {
  const [, count = '', unit = ''] = /^(\d{1,9})(ms|s|m|h)$/.exec(text) ?? []
  const ms = Number(count) * (UNITS[unit] ?? Number.NaN)
  return ms <= LONGEST_MS && count !== '' ? ms : undefined
}

/** Reads an idle timeout: a time of at least 100 ms, since no caller could act in less; undefined for anything else. */
export function parseIdle(text: string): number | undefined {
  const ms = parseWait(text)
  return ms === undefined || ms < LEAST_IDLE_MS ? undefined : ms
}

/** Waits separated by commas, at most fifty; undefined for anything else. */
export function parseWaits(text: string): number[] | undefined {
  const waits = text.split(',').map((one) => parseWait(one.trim()))
  return waits.length <= MOST_WAITS && waits.every((ms) => ms !== undefined) ? waits : undefined
}

/** `host:port`, an IPv6 host in brackets. */
export function parseListen(text: string): ListenAddress | undefined {
  const [, v6, name, port = ''] = /^(?:\[([0-9a-fA-F:.]+)\]|([A-Za-z0-9.-]+)):(\d{1,5})$/.exec(text) ?? []
  const host = v6 ?? name
  return host === undefined || Number(port) > 65_535 ? undefined : {host, port: Number(port)}
}

/** An http or https URL without user, query and fragment; a trailing slash is dropped. Undefined for anything else. */
export function parsePublicUrl(text: string): string | undefined {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return undefined
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

/** All networks, or undefined if one text is not a network. */
export function parseNetworks(texts: readonly string[]): Network[] | undefined {
  const networks = texts.map((text) => parseNetwork(text))
  return networks.every((one) => one !== undefined) ? networks : undefined
}
