/** The zero of a rising function between two ends, to the last digit a double has there. */
export function bisect(rising: (x: number) => number, from: number, to: number): number {
  let [low, high] = [from, to]
  for (;;) {
    const middle = low + (high - low) / 2
    if (middle === low || middle === high) return middle
    if (rising(middle) < 0) low = middle
    else high = middle
  }
}
