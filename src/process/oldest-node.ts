/** The oldest Node that runs this program, major and minor. */
export const OLDEST_NODE = [24, 15] as const

export function isNodeNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [least, leastMinor] = OLDEST_NODE
  return major > least || (major === least && minor >= leastMinor)
}
