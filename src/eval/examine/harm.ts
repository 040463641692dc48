/** What a wrong provider costs whoever uses it, measured with the exact rules: 0 is nothing, 1 as bad as knowing nothing. */
export interface Harm {
  /** Root mean square error of one step in states that are visited, over what such a step moves; the worst way of asking. */
  readonly step: number
  /** What plans made with it cost more than with the exact rules, over what random plans cost more than the best. */
  readonly regret: number
  /** Share of tasks that are finished with the exact rules and not with it. */
  readonly lost: number
  /** How far what it says of its own answers is from what comes true: of probabilities, or of the regret of who believes it. */
  readonly claims: number
}

export const HARMS = ['step', 'regret', 'lost', 'claims'] as const satisfies readonly (keyof Harm)[]

/** Below it nothing is lost that anybody could notice: such a mutant counts as equivalent, and nobody need find it. */
export const EQUIVALENT = 0.002

/** The greatest of its harms. */
export function worstHarm(harm: Harm): number {
  return Math.max(...HARMS.map((name) => harm[name]))
}
