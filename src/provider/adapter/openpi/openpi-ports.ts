import {nodeReach} from '#net/node-reach'
import {nodeResolver} from '#net/node-resolver'
import {undiciClient} from '#net/undici-client'
import type {OpenpiPorts} from './openpi-client.ts'

/** The network of this machine. */
export const openpiPorts: OpenpiPorts = {
  resolver: nodeResolver,
  http: ({isBare = false, ...guard}) => undiciClient({...guard, hasCredentials: isBare}),
  reach: nodeReach,
}
