import type {AnyOptions} from './option-table.ts'

/** A function of the library: how messages call it, what it takes, and whether its report has cases, as JUnit and HTML need. */
export interface Verb {
  readonly name: string
  readonly options: AnyOptions
  readonly hasCases: boolean
}
