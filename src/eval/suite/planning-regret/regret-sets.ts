/** What plans are made by: what a provider predicts, costed by the environment, or its own scores. Who can do both is judged by each. */
export const BY_FORECASTS = 'forecasts'
export const BY_SCORES = 'scores'

export const REGRET_SETS: readonly [string, ...string[]] = [BY_FORECASTS, BY_SCORES]
