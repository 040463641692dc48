import {nodeReach} from '#net/node-reach'
import {nodeResolver} from '#net/node-resolver'
import {undiciClient} from '#net/undici-client'
import type {OpenpiNetwork} from './openpi-client.ts'

/** The network of this machine. */
export const openpiNetwork: OpenpiNetwork = {
  resolver: nodeResolver,
  http: ({isBare = false, ...guard}) => undiciClient({...guard, hasCredentials: isBare}),
  reach: nodeReach,
}
