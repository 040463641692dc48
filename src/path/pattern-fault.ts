/** Why a pattern cannot be used, and at which of its characters, counted from 0. */
export interface PatternFault {
  readonly at: number
  readonly message: string
}
