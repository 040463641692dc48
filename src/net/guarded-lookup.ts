import {parseIp} from './ip.ts'
import {type Guard, resolveHost} from './resolve-host.ts'

type Found = {readonly address: string; readonly family: 4 | 6}
type Done = (error: Error | null, address: string | Found[], family?: number) => void
type Lookup = (host: string, options: {readonly all?: boolean | undefined}, done: Done) => void

/**
 * A `lookup` for `node:net` and all that stands on it: it gives vetted addresses only, and what it gives is what is dialled, so a
 * name that changes its address after a check has nothing to gain. Node never asks it about an address: `literalRefusal` does.
 */
export function guardedLookup(guard: Guard): Lookup {
  return (host, {all}, done) => {
    resolveHost(host, guard).then(
      (addresses) => {
        const found = addresses.map((address): Found => ({address, family: parseIp(address)?.length === 4 ? 4 : 6}))
        if (all) done(null, found)
        else done(null, found[0]?.address ?? '', found[0]?.family ?? 4)
      },
      (error: unknown) => done(error instanceof Error ? error : new Error('lookup failed'), ''),
    )
  }
}
