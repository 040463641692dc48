/** One place of a pattern for names: any run of characters, any one, one of a class, or this one. */
type Part =
  | {readonly kind: 'run'}
  | {readonly kind: 'one'}
  | {readonly kind: 'class'; readonly ranges: readonly (readonly [string, string])[]; readonly isNegated: boolean}
  | {readonly kind: 'is'; readonly character: string}

/** What stands between two slashes of a pattern. */
export interface NamePattern {
  readonly text: string
  readonly parts: readonly Part[]
}

/** `*`, `?`, `[a-z]`, `[!a-z]`; every bracket must be closed. */
export function parseName(text: string): NamePattern {
  const parts: Part[] = []
  const characters = [...text]
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? ''
    const end = character === '[' ? classEnd(characters, at) : at
    if (end > at) parts.push(classOf(characters.slice(at + 1, end)))
    else if (character === '?') parts.push({kind: 'one'})
    else if (character !== '*') parts.push({kind: 'is', character})
    else if (parts.at(-1)?.kind !== 'run') parts.push({kind: 'run'})
    at = end
  }
  return {text, parts}
}

/** Where the class ends that begins at `start`, its bracket included; `start` itself when it never ends. A bracket that comes first is one of the class. */
export function classEnd(text: string | readonly string[], start: number): number {
  const first = text[start + 1] === '!' || text[start + 1] === '^' ? start + 2 : start + 1
  const end = text.indexOf(']', first + 1)
  return end < 0 ? start : end
}

/** Whether a name matches, in time bounded by the product of both lengths. A hidden name wants a pattern that begins with its dot. */
export function matchesName({parts}: NamePattern, name: string): boolean {
  if (name.startsWith('.') && !takes(parts[0], '.', 'is')) return false
  const characters = [...name]
  let [at, part, runPart, runAt] = [0, 0, -1, 0]
  while (at < characters.length) {
    if (parts[part]?.kind === 'run') {
      runPart = part++
      runAt = at
    } else if (takes(parts[part], characters[at] ?? '')) {
      part++
      at++
    } else if (runPart >= 0) {
      // Only the last run can need more: whatever an earlier one took, this one could have taken as well.
      part = runPart + 1
      at = ++runAt
    } else return false
  }
  return parts.slice(part).every(({kind}) => kind === 'run')
}

function takes(part: Part | undefined, character: string, only?: 'is'): boolean {
  if (part?.kind === 'is') return part.character === character
  if (only !== undefined || part === undefined) return false
  if (part.kind === 'one') return true
  return (
    part.kind === 'class' && part.ranges.some(([from, to]) => from <= character && character <= to) !== part.isNegated
  )
}

function classOf(inside: readonly string[]): Part {
  const isNegated = inside[0] === '!' || inside[0] === '^'
  const rest = isNegated ? inside.slice(1) : inside
  const ranges: [string, string][] = []
  for (let at = 0; at < rest.length; at++) {
    const from = rest[at] ?? ''
    const to = rest[at + 2]
    if (rest[at + 1] !== '-' || to === undefined) ranges.push([from, from])
    else {
      ranges.push([from, to])
      at += 2
    }
  }
  return {kind: 'class', ranges, isNegated}
}
