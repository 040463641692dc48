/** An estimate with the range that holds the truth in `level` of all repetitions, and how it was made. */
export interface IntervalEstimate {
  readonly estimate: number
  readonly low: number
  readonly high: number
  readonly level: number
  readonly method: string
  readonly n: number
}
