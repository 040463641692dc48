/** A text that a regular expression of the token tables matches: groups, classes, `{n,m}`, `?`, `*`, `+`, lookaheads skipped. `pick(n)` gives 0 to n - 1. */
export function sampleOf(pattern: string, pick: (count: number) => number): string {
  let at = 0
  const alternatives = (): string => {
    const options = [sequence()]
    while (pattern[at] === '|') {
      at++
      options.push(sequence())
    }
    return options[pick(options.length)] ?? ''
  }
  const sequence = (): string => {
    let made = ''
    while (at < pattern.length && pattern[at] !== '|' && pattern[at] !== ')') made += repeated()
    return made
  }
  const repeated = (): string => {
    const start = at
    let made = atom()
    const end = at
    const [least, most] = quantifier()
    const after = at
    const count = least + pick(Math.min(most, least + 5) - least + 1)
    if (count === 0) return ''
    for (let round = 1; round < count; round++) {
      at = start
      made += atom()
    }
    at = Math.max(end, after)
    return made
  }
  const quantifier = (): [number, number] => {
    const simple = {'?': [0, 1], '*': [0, 5], '+': [1, 6]} as const
    const sign = pattern[at] as keyof typeof simple
    if (sign in simple) {
      at++
      return [...simple[sign]]
    }
    const counts = /^\{(\d+)(,?)(\d*)\}/.exec(pattern.slice(at))
    if (!counts) return [1, 1]
    at += counts[0].length
    const least = Number(counts[1])
    return [least, counts[2] === '' ? least : counts[3] === '' ? least + 8 : Number(counts[3])]
  }
  const atom = (): string => {
    if (pattern.startsWith('(?=', at)) {
      at = pattern.indexOf(')', at) + 1
      return ''
    }
    if (pattern.startsWith('(?:', at)) {
      at += 3
      const made = alternatives()
      at++
      return made
    }
    if (pattern[at] === '[') {
      const end = pattern.indexOf(']', at)
      const set = charactersOf(pattern.slice(at + 1, end))
      at = end + 1
      return set[pick(set.length)] ?? ''
    }
    if (pattern[at] === '\\') {
      const set = charactersOf(pattern.slice(at, at + 2))
      at += 2
      return set[pick(set.length)] ?? ''
    }
    return pattern[at++] ?? ''
  }
  return alternatives()
}

const sets = new Map<string, readonly string[]>()

function charactersOf(source: string): readonly string[] {
  const known = sets.get(source)
  if (known !== undefined) return known
  const member = new RegExp(`[${source}]`)
  const all = Array.from({length: 94}, (_, at) => String.fromCharCode(33 + at))
  const set = all.filter((character) => member.test(character))
  sets.set(source, set)
  return set
}
