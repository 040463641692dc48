const KINDS = ['random', 'near-elite', 'near-goal', 'contact'] as const
/** As planners of the suites do not ask. */
const OTHERWISE = ['edge-goal', 'alike', 'limit', 'paced'] as const
/** As a search that is nearly done: who is off by little, such as where the goal is, orders wide candidates rightly and these not. */
const NARROW = 'narrow'
/** As a search asks that is nearly done close to the end of a task: with the farthest goals, and with one in the middle, which those are held against. */
const [EDGE_END, MID_END] = ['edge-end', 'mid-end'] as const
/** Whether a forecast heeds the end of a candidate, and how it may be asked, is told by its steps. */
const OF_SCORES_ALONE = ['late', 'anywhere', ...OTHERWISE, NARROW, EDGE_END] as const
const SCORES = '-scores'

/** Which candidates are ordered, and from where. */
export type RankedKind = (typeof KINDS)[number] | (typeof OF_SCORES_ALONE)[number] | typeof MID_END

const ALL: readonly RankedKind[] = [...KINDS, ...OF_SCORES_ALONE]

/** Kinds of candidates, ordered by forecasts and by the provider's own scores. */
export const RANKING_SETS: readonly [string, ...string[]] = [...KINDS, ...ALL.map(ofScores)]

/** Sets in which a question is asked otherwise than usual, beside a usual one. */
export const ASKED_OTHERWISE: readonly string[] = ([...OTHERWISE, NARROW, EDGE_END] as const).map(ofScores)

/** Sets from usual starts, where whoever can tell plans apart at all never orders them the other way round. */
export const NEVER_TURNED: readonly string[] = (['random', 'contact', 'late', ...OTHERWISE] as const).map(ofScores)

/** The kind of the usual question that stands beside one which is asked otherwise. */
export function usualKindOf(kind: RankedKind): RankedKind {
  return kind === EDGE_END ? MID_END : 'random'
}

/** Whether the provider's own scores are judged, not what it predicts. */
export function isOfScores(set: string): boolean {
  return set.endsWith(SCORES)
}

/** Whether plans are asked about as no translator may have been written for them: other lengths, other holds, commands beyond the limits. */
export function isOfAnyPlan(set: string): boolean {
  return ['limit', 'paced'].includes(candidatesOf(set))
}

/** Whether it needs tasks with goals of their own. */
export function isOfFarGoals(set: string): boolean {
  return ['edge-goal', EDGE_END].includes(candidatesOf(set))
}

/** The kind of candidates of a set. */
export function candidatesOf(set: string): RankedKind {
  return ALL.find((kind) => set === kind || set === ofScores(kind)) ?? 'random'
}

function ofScores(kind: RankedKind): string {
  return kind + SCORES
}
