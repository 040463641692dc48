import type {SuiteEntry} from '../kit/suite-entry.ts'
import type {EvalSide} from '../model/eval-side.ts'
import type {Suite} from '../model/suite.ts'
import {loadNamedSuites} from './load-suite.ts'
import {resolveSuiteNames, SUITE_NAMES, type SuiteName} from './suite-table.ts'

/** Every suite, for who judges what was recorded or lists them all. Who runs some of them loads those alone: `loadNamedSuites`. */
export const SUITES = Object.fromEntries(
  (await loadNamedSuites(SUITE_NAMES)).map((suite) => [suite.name, suite]),
) as Readonly<Record<SuiteName, SuiteEntry>>

/** The suites of names and sets, each once, in the order of the catalogue. Throws `suite_unknown` with the nearest names. */
export function suitesNamed(names: readonly string[]): SuiteEntry[] {
  return resolveSuiteNames(names).map((name) => SUITES[name])
}

/** The suites that a recorded side may have rows of. */
export function suitesBehind({suites = []}: Pick<EvalSide, 'suites'>): Suite[] {
  return [...Object.values(SUITES), ...suites]
}
