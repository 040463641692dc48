/** The largest k in 1..n for which the claim, true up to some k and false after it, holds; 0 when none. */
export function lastWhere(n: number, holds: (k: number) => boolean): number {
  let [good, bad] = [0, n + 1]
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (holds(middle)) good = middle
    else bad = middle
  }
  return good
}
