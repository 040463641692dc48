/** Parses JSON that we wrote ourselves; undefined if it is broken, since a disk may change any byte. */
export function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
