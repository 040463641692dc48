const KINDS = ['random', 'near-elite', 'near-goal', 'contact'] as const
/** Whether a forecast heeds the end of a candidate is told by its steps. */
const OF_SCORES_ALONE = ['late'] as const
const SCORES = '-scores'

/** Which candidates are ordered, and from where. */
type RankedKind = (typeof KINDS)[number] | (typeof OF_SCORES_ALONE)[number]

const ALL: readonly RankedKind[] = [...KINDS, ...OF_SCORES_ALONE]

/** Kinds of candidates, ordered by forecasts and by the provider's own scores. */
export const RANKING_SETS: readonly [string, ...string[]] = [...KINDS, ...ALL.map((kind) => `${kind}${SCORES}`)]

/** Whether the provider's own scores are judged, not what it predicts. */
export function isOfScores(set: string): boolean {
  return set.endsWith(SCORES)
}

/** The kind of candidates of a set. */
export function candidatesOf(set: string): RankedKind {
  return ALL.find((kind) => set === kind || set === `${kind}${SCORES}`) ?? 'random'
}
