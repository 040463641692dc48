import {SUITES} from '../catalogue/suites.ts'
import type {SuiteEntry} from '../kit/suite-entry.ts'
import type {TrialCount} from '../model/suite.ts'

export type TrialCounts = ReadonlyMap<string, TrialCount>

/** How many trials those of the named suites have that are lists; without names, of all. */
export async function loadTrialCounts(names: readonly string[] = Object.keys(SUITES)): Promise<TrialCounts> {
  const counts = new Map<string, TrialCount>()
  for (const {name, loadCount} of Object.values<SuiteEntry>(SUITES)) {
    if (loadCount && names.includes(name)) counts.set(name, await loadCount())
  }
  return counts
}
