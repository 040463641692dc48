import {isRecord} from '#contract/is-record'
import {AssayError} from '#error/assay-error'
import {parseNetwork} from '#net/ip'
import {type Maintenance, NO_MAINTENANCE} from '../context/state.ts'
import {jsonOrNothing} from '../model/json-text.ts'

/** Maintenance as the store keeps it. */
export function maintenanceText({enabled, writesOnly, allow}: Maintenance): string {
  return JSON.stringify({enabled, writes_only: writesOnly, allow})
}

/** Maintenance as stored; none if the store has nothing. Throws `node_store` if it cannot be read. */
export function storedMaintenance(text: string | undefined): Maintenance {
  if (text === undefined) return NO_MAINTENANCE
  const value = jsonOrNothing(text)
  // "No maintenance" would be an unsafe guess: somebody may have closed the node.
  if (!isRecord(value)) throw new AssayError('node_store', 'what the store has of maintenance cannot be read')
  const allow = Array.isArray(value['allow']) ? value['allow'].map(String) : []
  return {
    enabled: value['enabled'] === true,
    writesOnly: value['writes_only'] === true,
    allow,
    networks: allow.map(parseNetwork).filter((one) => one !== undefined),
  }
}
