import {SUITE_NAMES} from '#eval/catalogue/suite-table'
import {ANALYTIC, LEARNED, MOCK, OBSERVER, ZOO, zooProfile} from '#provider/catalogue/builtin-profiles'
import {CATALOGUE} from '#provider/catalogue/catalogue'
import {WORLDS} from '#world/environments'

/** Names that a pseudonym would not hide: everybody knows them, they stand in the documentation. */
export function knownNames(): readonly string[] {
  const profiles = [MOCK, ANALYTIC, LEARNED, OBSERVER, ...ZOO.map(zooProfile), ...CATALOGUE.map(({profile}) => profile)]
  return [...profiles.map(({name}) => name), ...SUITE_NAMES, ...WORLDS.keys()]
}
