import {lookup} from 'node:dns/promises'
import type {Resolver} from './resolver.ts'

/** The names of this machine: its hosts file, then its name servers. */
export const nodeResolver: Resolver = {
  addresses: async (host) => (await lookup(host, {all: true})).map((found) => found.address),
}
