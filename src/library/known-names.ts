import {SUITE_NAMES} from '#eval/catalogue/suite-table'
import {PROVIDER_NAMES} from '#provider/catalogue/provider-names'
import {WORLDS} from '#world/environments'

/** Names that a pseudonym would not hide: everybody knows them, they stand in the documentation. */
export function knownNames(): readonly string[] {
  return [...PROVIDER_NAMES, ...SUITE_NAMES, ...WORLDS.keys()]
}
