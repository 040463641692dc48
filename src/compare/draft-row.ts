import type {ComparisonRow, ContractField} from '#contract/generated/types'
import type {Effect, NoEffect} from '#gate/effect'

/** A row before all rows are corrected together. `margin` is on the scale of the effect. */
export interface DraftRow {
  readonly shown: Pick<
    ComparisonRow,
    | 'row_id'
    | 'metric'
    | 'direction'
    | 'target'
    | 'unit'
    | 'provider'
    | 'base_provider'
    | 'primary'
    | 'base_estimate'
    | 'candidate_estimate'
  >
  readonly effect: Effect | NoEffect
  readonly margin: number
  /** Whether the effect is a ratio, which is told where there is none as well. */
  readonly isRatio?: boolean
  readonly minN: number
  /** Contract fields that must be equal for this row, beside those for the whole runs. */
  readonly fields: readonly ContractField[]
}

/** What two runs of one kind come to before statuses. */
export interface DraftComparison {
  readonly contract: readonly ContractField[]
  readonly rows: readonly DraftRow[]
  readonly failures: {readonly came: readonly string[]; readonly went: readonly string[]; readonly both: number}
  readonly caveats: readonly string[]
}
