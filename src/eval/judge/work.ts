import type {EvalNotRun} from '#contract/generated/types'
import type {CellResult} from '../model/cell.ts'

/** What was done of a plan. `unreachable`: providers that did not answer the first question; `refused`: those we may not ask. */
export interface EvalFindings {
  readonly cells: readonly CellResult[]
  readonly notRun: readonly EvalNotRun[]
  readonly unreachable: readonly string[]
  readonly refused?: readonly string[]
  /** The rule whose failure ended the run before everything was done. */
  readonly endedBy?: string
}
