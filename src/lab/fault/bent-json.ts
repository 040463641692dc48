/** JSON with its first number made NaN, which no JSON may hold. */
export function withNan(value: unknown): string {
  return JSON.stringify(value).replace(/(?<=[[:,])-?\d+(\.\d+)?(e[-+]?\d+)?/i, 'NaN')
}

/** A copy of a value whose longest list is changed. */
export function longestChanged(value: unknown, change: (list: readonly unknown[]) => unknown): unknown {
  const longest = listsIn(value).toSorted((a, b) => b.length - a.length)[0]
  const walk = (item: unknown): unknown => {
    if (item === longest && Array.isArray(item)) return change(item)
    if (Array.isArray(item)) return item.map(walk)
    if (typeof item !== 'object' || item === null) return item
    return Object.fromEntries(Object.entries(item).map(([key, inner]) => [key, walk(inner)]))
  }
  return walk(value)
}

function listsIn(value: unknown): (readonly unknown[])[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap(listsIn)
  return Array.isArray(value) ? [value, ...inner] : inner
}
