const KINDS = ['random', 'near-elite', 'near-goal', 'contact'] as const
const SCORES = '-scores'

/** Which candidates are ordered, and from where. */
type RankedKind = (typeof KINDS)[number]

/** Each kind of candidates twice: ordered by forecasts, and by the provider's own scores. */
export const RANKING_SETS: readonly [string, ...string[]] = [...KINDS, ...KINDS.map((kind) => `${kind}${SCORES}`)]

/** Whether the provider's own scores are judged, not what it predicts. */
export function isOfScores(set: string): boolean {
  return set.endsWith(SCORES)
}

/** The kind of candidates of a set. */
export function candidatesOf(set: string): RankedKind {
  return KINDS.find((kind) => set === kind || set === `${kind}${SCORES}`) ?? 'random'
}
