import {BENCHMARK_OPTIONS} from '#benchmark/model/benchmark-options'
import {DRILL_OPTIONS} from '#drill/model/drill-options'
import {EVAL_OPTIONS} from '#eval/model/eval-options'
import {NODE_BASELINE_OPTIONS, NODE_CHECK_OPTIONS} from '#host/model/host-options'
import type {NamedThing, Option} from '#measurement/option'
import {PLAN_OPTIONS, ROLLBACK_OPTIONS, UPGRADE_OPTIONS} from '#upgrade/model/upgrade-options'
import type {Offer} from './command-table.ts'
import {KNOWN_NAMES} from './known-values.ts'

/** What stands at a place: the name of something, a document, or one of these words. */
type Place = NamedThing | 'document' | readonly string[]

/** What stands behind the words of a command, where it takes anything. */
const ARGUMENTS: Readonly<Record<string, Place>> = {
  drills: 'drill',
  'env info': 'environment',
  'env rollout': 'environment',
  'provider contract': 'provider',
  'provider health': 'provider',
  'provider info': 'provider',
  run: 'document',
  'runs bundle': 'run',
  'runs compare': 'run',
  'runs show': 'run',
  'runs verify': 'run',
  validate: 'document',
}

const FILTERS: Readonly<Record<string, Place>> = {provider: 'provider', operation: 'operation'}

/** What stands behind flags, by command. */
const FLAGS: Readonly<Record<string, Readonly<Record<string, Place>>>> = {
  benchmark: named(BENCHMARK_OPTIONS),
  drills: named(DRILL_OPTIONS),
  eval: named(EVAL_OPTIONS),
  'node baseline': named(NODE_BASELINE_OPTIONS),
  'node check': named(NODE_CHECK_OPTIONS),
  'node plan': named(PLAN_OPTIONS),
  'node rollback': named(ROLLBACK_OPTIONS),
  'node upgrade': named(UPGRADE_OPTIONS),
  'runs bundle': {since: 'run'},
  'runs index': FILTERS,
  'runs list': FILTERS,
}

/** What completion offers behind the words of a command; nothing where it takes nothing that has a name. */
export function offerOfArgument(command: string): Offer {
  return offerOf(ARGUMENTS[command])
}

/** What completion offers behind a flag of a command. */
export function offerOfFlag(command: string, flag: string): Offer {
  return offerOf(FLAGS[command]?.[flag])
}

function offerOf(place: Place | undefined): Offer {
  if (place === undefined) return {values: []}
  if (typeof place === 'object') return {values: place}
  if (place === 'document') return {values: [], documents: true}
  const values = KNOWN_NAMES[place] ?? []
  if (place === 'run' || place === 'provider') return {values, ask: place}
  // Suites and drills may be files of the caller's.
  return {values, documents: place === 'suite' || place === 'drill'}
}

function named(options: readonly Option[]): Record<string, Place> {
  return Object.fromEntries(
    options.flatMap(({flag, names, value}) => {
      const place = names ?? (value.type === 'name' ? value.values : undefined)
      return place === undefined ? [] : [[flag, place]]
    }),
  )
}
