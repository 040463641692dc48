import type {Suite, TrialCount} from '../model/suite.ts'
import type {CellsOf} from './course.ts'

/** What the suite that puts others on trial has to know of them. */
export interface SuiteShelf {
  loadCatalogue(): Promise<{readonly suites: readonly Suite[]; suitesOf(names: readonly string[]): Suite[]}>
  loadCells(suites: readonly Pick<Suite, 'kind'>[]): Promise<CellsOf>
}

/** A suite of the catalogue: what it says of itself, and how its trials come about, loaded when it runs. */
export interface SuiteEntry extends Suite {
  load(shelf: SuiteShelf): Promise<CellsOf>
  /** How many trials there are, where they are a list that depends on the environments. */
  loadCount?(): Promise<TrialCount>
}
