import {isRecord} from '#contract/is-record'
import {parseNetwork} from '#net/ip'
import {type Maintenance, NO_MAINTENANCE} from '../context/state.ts'

/** As the store keeps it. */
export function maintenanceText({enabled, writesOnly, allow}: Maintenance): string {
  return JSON.stringify({enabled, writes_only: writesOnly, allow})
}

/** What the store has; none where it has nothing. */
export function storedMaintenance(text: string | undefined): Maintenance {
  const value: unknown = text === undefined ? undefined : JSON.parse(text)
  if (!isRecord(value)) return NO_MAINTENANCE
  const allow = Array.isArray(value['allow']) ? value['allow'].map(String) : []
  return {
    enabled: value['enabled'] === true,
    writesOnly: value['writes_only'] === true,
    allow,
    networks: allow.map(parseNetwork).filter((one) => one !== undefined),
  }
}
