import {isRecord} from '#contract/is-record'
import type {Resolver} from '#net/resolver'
import type {FaultTable} from './fault-table.ts'

/** Resolves names for webhooks; a name that a fault knows resolves to what the fault says. */
export function faultResolver(resolver: Resolver, faults: FaultTable): Resolver {
  return {
    addresses: (host) => {
      const map = faults.first('hook_resolver')?.args['map']
      const said: unknown = isRecord(map) && Object.hasOwn(map, host) ? map[host] : undefined
      return Array.isArray(said) ? Promise.resolve(said.map(String)) : resolver.addresses(host)
    },
  }
}
