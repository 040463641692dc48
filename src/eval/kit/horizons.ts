/** Environment steps ahead that have rows. */
export const HORIZONS = [1, 2, 4, 8, 16, 32] as const
/** The error in units of the error scale beyond which a prediction is of no use. */
export const VALID_ERROR = 0.5
