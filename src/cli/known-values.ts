import {PRESETS} from '#benchmark/model/preset'
import {OWN_DRILLS} from '#compose/compose-ports'
import {hereFiles} from '#compose/here-files'
import {SUITE_NAMES, SUITE_SETS} from '#eval/catalogue/suite-table'
import {SIZES} from '#eval/model/suite'
import {CHECK_IDS} from '#host/check/checks'
import type {KnownNames} from '#measurement/step-schema'
import {ANALYTIC, LEARNED, MOCK, OBSERVER} from '#provider/catalogue/builtin-profiles'
import {CATALOGUE} from '#provider/catalogue/catalogue'
import {PROVIDER_OPERATIONS} from '#provider/model/operations'
import {WORLDS} from '#world/environments'
import {PLANNER_NAMES} from '#world/planner/presets'

/** Number, where it has one, and id of a drill. */
const DRILL_FILE = /^(?:[a-z]\d+-)?([a-z0-9-]+)\.yaml$/

/** Names that come with this version, for completion and editors. Providers that are wrong on purpose are typed by whoever means them. */
export const KNOWN_NAMES: KnownNames = {
  suite: [...Object.keys(SUITE_SETS), ...SUITE_NAMES],
  environment: [...WORLDS.keys()],
  provider: [
    ...[MOCK, ANALYTIC, LEARNED, OBSERVER].map(({name}) => name),
    ...CATALOGUE.map(({profile}) => profile.name),
  ],
  operation: PROVIDER_OPERATIONS,
  planner: PLANNER_NAMES,
  size: SIZES,
  preset: PRESETS.map(({name}) => name),
  drill: hereFiles.reader.list(OWN_DRILLS).flatMap(({name}) => DRILL_FILE.exec(name)?.[1] ?? []),
  check: CHECK_IDS,
}
