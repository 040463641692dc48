/** Below, at or above zero: which of two releases such as `1.2.0` is older. What follows a dash does not count. */
export function compareReleases(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)]
  for (let at = 0; at < 3; at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

export function isReleaseText(text: string): boolean {
  return /^\d{1,6}\.\d{1,6}\.\d{1,6}(-[0-9A-Za-z.-]{1,32})?$/.test(text)
}

function partsOf(release: string): number[] {
  return release.replace(/-.*$/, '').split('.').map(Number)
}
