import {nodeReach} from '#net/node-reach'
import {nodeResolver} from '#net/node-resolver'
import {undiciClient} from '#net/undici-client'
import {systemClock} from '#random/system-clock'
import type {HttpPorts} from './http-ports.ts'

/** The real network. A registry of its own: whoever loads it loads the HTTP client. */
export function openHttp(): HttpPorts {
  const resolver = nodeResolver
  return {
    client: ({policy, hasCredentials}) => undiciClient({policy, resolver, hasCredentials}),
    reach: (url, {policy, hasCredentials}, signal) => {
      const target = new URL(url)
      return nodeReach(target, {policy, resolver, isBare: hasCredentials && target.protocol === 'http:'}, signal)
    },
    nowMs: () => systemClock.nowMs(),
  }
}
