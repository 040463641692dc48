// Read by any Node >= 18, on every start: nothing is imported here.
export const OLDEST = [24, 15]

/** Whether a Node version, by default this one's, is in the supported range. */
export function isNewEnough(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])
}
