/** How many of these lie below a value. `sorted`: lowest first. */
export function countBelow(sorted: Float64Array, value: number): number {
  return boundary(sorted, (one) => one < value)
}

/** How many of these lie below a value or are equal to it. `sorted`: lowest first. */
export function countUpTo(sorted: Float64Array, value: number): number {
  return boundary(sorted, (one) => one <= value)
}

/** Where what holds for the first of these ends to hold. */
function boundary(sorted: Float64Array, holds: (value: number) => boolean): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(sorted[middle] ?? 0)) low = middle + 1
    else high = middle
  }
  return low
}
