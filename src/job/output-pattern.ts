/**
 * Why a glob pattern may look outside the folder it is used in; `undefined` for one that cannot. Stricter than needed: two dots
 * are refused wherever they stand, so that no brace or class can hide a step upwards.
 */
export function unsafePattern(pattern: string): string | undefined {
  if (/^[/~!]/.test(pattern)) return 'must be relative and must not be negated'
  if (pattern.includes('..')) return 'must not contain two dots in a row'
  return pattern.includes('\\') ? 'must not contain a backslash' : undefined
}
