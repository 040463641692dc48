import {loadNamedSuites} from '../catalogue/load-suite.ts'
import {SUITE_NAMES} from '../catalogue/suite-table.ts'
import type {SuiteEntry} from '../kit/suite-entry.ts'
import type {TrialCount} from '../model/suite.ts'

export type TrialCounts = ReadonlyMap<string, TrialCount>

/** How many trials those of the suites have that are lists; without suites, of all. */
export async function loadTrialCounts(suites?: readonly SuiteEntry[]): Promise<TrialCounts> {
  const counts = new Map<string, TrialCount>()
  for (const {name, loadCount} of suites ?? (await loadNamedSuites(SUITE_NAMES))) {
    if (loadCount) counts.set(name, await loadCount())
  }
  return counts
}
