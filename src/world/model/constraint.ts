/** How often a constraint was broken in one episode, by name. */
export type Breaches = Readonly<Record<'collisions' | 'off_track', number>>

/** What must not happen in a step. */
export interface Constraint {
  readonly name: keyof Breaches
  breaks(before: ArrayLike<number>, action: ArrayLike<number>, after: ArrayLike<number>): boolean
}
