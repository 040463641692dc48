import {isRecord} from '#contract/is-record'
import {AssayError} from '#error/assay-error'
import {parseNetwork} from '#net/ip'
import {type Maintenance, NO_MAINTENANCE} from '../context/state.ts'
import {jsonOrNothing} from '../model/json-text.ts'

/** As the store keeps it. */
export function maintenanceText({enabled, writesOnly, allow}: Maintenance): string {
  return JSON.stringify({enabled, writes_only: writesOnly, allow})
}

/** What the store has; none where it has nothing. Throws `node_store` where it cannot be read. */
export function storedMaintenance(text: string | undefined): Maintenance {
  if (text === undefined) return NO_MAINTENANCE
  const value = jsonOrNothing(text)
  // Open to all is no guess to make: somebody may have closed it.
  if (!isRecord(value)) throw new AssayError('node_store', 'what the store has of maintenance cannot be read')
  const allow = Array.isArray(value['allow']) ? value['allow'].map(String) : []
  return {
    enabled: value['enabled'] === true,
    writesOnly: value['writes_only'] === true,
    allow,
    networks: allow.map(parseNetwork).filter((one) => one !== undefined),
  }
}
