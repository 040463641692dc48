/** Two candidates that are ordered the other way round, or alike, though the first costs more by a share of how far all of them lie apart. */
export interface OrderGap {
  readonly share: number
  readonly before: number
  readonly after: number
}

/** Nothing lies apart, so that nothing can be ordered: undefined. Costs and scores `[candidates]`, lower is better. */
export function widestGap(costs: Float64Array, scores: ArrayLike<number>): OrderGap | undefined {
  const spread = Math.max(...costs) - Math.min(...costs)
  if (!(spread > 0)) return undefined
  const cost = (candidate: number) => costs[candidate] ?? Number.NaN
  const score = (candidate: number) => scores[candidate] ?? Number.NaN
  // Among equal scores the dearest comes first: who answers alike has put nothing in order.
  const order = [...costs.keys()].sort((one, other) => score(one) - score(other) || cost(other) - cost(one))
  let dearest = order[0] ?? 0
  let widest: OrderGap = {share: 0, before: dearest, after: dearest}
  for (const candidate of order) {
    if (cost(candidate) > cost(dearest)) dearest = candidate
    const share = (cost(dearest) - cost(candidate)) / spread
    if (share > widest.share) widest = {share, before: dearest, after: candidate}
  }
  return widest
}
