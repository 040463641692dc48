/** What a text of our own says; undefined where it is none, for a disk may change any byte. */
export function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
