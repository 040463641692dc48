/** Planner iterations after which the promise of the plan is held against its true cost. */
export const CHECKPOINTS = [1, 3, 10] as const

/** How much the gap between promise and truth grows each time the search doubles: least squares over the checkpoints. */
export function slopePerDoubling(gaps: readonly number[]): number {
  const doublings = CHECKPOINTS.map((iteration) => Math.log2(iteration))
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [middle, level] = [mean(doublings), mean(gaps)]
  let [product, square] = [0, 0]
  for (const [at, doubling] of doublings.entries()) {
    product += (doubling - middle) * ((gaps[at] ?? Number.NaN) - level)
    square += (doubling - middle) ** 2
  }
  return product / square
}
