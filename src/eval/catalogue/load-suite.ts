import type {SuiteEntry} from '../kit/suite-entry.ts'
import type {TrialCount} from '../model/suite.ts'
import {isSuiteName, resolveSuiteNames, SUITE_NAMES, SUITE_TABLE} from './suite-table.ts'

/** The suites of names and sets, each once, in the order of the catalogue, and no others. Throws `suite_unknown` with the nearest names. */
export async function loadNamedSuites(names: readonly string[]): Promise<SuiteEntry[]> {
  return await Promise.all(resolveSuiteNames(names).map((name) => SUITE_TABLE[name]()))
}

/** The suite that a kind of trials is called by. */
export async function loadSuiteOfKind(kind: string): Promise<SuiteEntry> {
  if (!isSuiteName(kind)) throw new Error(`there is no suite ${kind}`)
  return await SUITE_TABLE[kind]()
}

export type TrialCounts = ReadonlyMap<string, TrialCount>

/** How many trials those of the suites have that are lists; without suites, of all. */
export async function loadTrialCounts(suites?: readonly SuiteEntry[]): Promise<TrialCounts> {
  const counts = new Map<string, TrialCount>()
  for (const {name, loadCount} of suites ?? (await loadNamedSuites(SUITE_NAMES))) {
    if (loadCount) counts.set(name, await loadCount())
  }
  return counts
}
