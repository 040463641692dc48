/** Where an episode begins and what it is after. Goals are `goalSize` numbers, see each environment. */
export interface Start {
  readonly state: Float64Array
  readonly goal: Float64Array
}

/** What a world state says in terms of its environment. */
export interface Situation extends Start {
  readonly step: number
  /** What came before in the episode, where that is known. */
  readonly past?: Past
}

/** The states before the one of now and the actions that led from each to the next, oldest first, one an environment step. */
export interface Past {
  readonly states: readonly ArrayLike<number>[]
  readonly actions: readonly ArrayLike<number>[]
}
