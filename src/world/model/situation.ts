/** Where an episode begins and what it is after. Goals are `goalSize` numbers, see each environment. */
export interface Start {
  readonly state: Float64Array
  readonly goal: Float64Array
}

/** What a world state says in terms of its environment. */
export interface Situation extends Start {
  readonly step: number
}
