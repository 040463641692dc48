import {badInput} from './input.ts'

/**
 * Which of `count` bins each value falls into, so that all bins hold about as many. Equal values share a bin, the one of their middle
 * rank: a speaker who always says the same has one bin, whatever the order of the cases.
 */
export function equalMassBins(values: readonly number[], count: number): number[] {
  if (values.some((value) => !Number.isFinite(value))) throw badInput('values to bin must be finite')
  const order = values.map((_, at) => at).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0))
  const bins = values.map(() => 0)
  for (let first = 0; first < order.length; ) {
    const value = values[order[first] ?? 0]
    let end = first + 1
    while (end < order.length && values[order[end] ?? 0] === value) end++
    const middle = (first + end) / 2 / order.length
    for (const at of order.slice(first, end)) bins[at] = Math.min(count - 1, Math.floor(count * middle))
    first = end
  }
  return bins
}
