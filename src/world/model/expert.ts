/** A policy that is known to be good: state and goal to control values. */
export type Expert = (state: ArrayLike<number>, goal: ArrayLike<number>) => number[]
