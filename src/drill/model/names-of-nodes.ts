/** Hosting nodes of a drill by name: `n1`, `n2` and so on. */
export function nodeNames(count: number): string[] {
  return Array.from({length: count}, (_, at) => `n${at + 1}`)
}
