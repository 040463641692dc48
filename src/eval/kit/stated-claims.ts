/** What may be stated: sigma of forecasts, confidence in a prediction, the chance that the task will be done. */
export const CALIBRATION_SETS = ['forecast', 'confidence', 'outcome'] as const
export type CalibrationSet = (typeof CALIBRATION_SETS)[number]

/** What a provider states of its answers in one environment, by the trials that try it; `fault` is the code of a question that failed. */
export interface StatedClaims {
  readonly sets: readonly CalibrationSet[]
  readonly fault?: string
}
