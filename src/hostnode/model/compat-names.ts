/**
 * Shapes that imitate other services, in the order in which they are applied to our responses. A shape is added by its name here and its line
 * in `compat/`.
 */
export const COMPAT_SHAPES = [
  'bare-lists',
  'int-ids',
  'unix-times',
  'snake-scopes',
  'user-tokens-path',
  'finalized-height',
  'is-leader',
  'omit-null',
  'message-envelope',
  'text-errors',
  'no-rate-headers',
  'metrics-on-api',
  'no-delete',
] as const
export type CompatShape = (typeof COMPAT_SHAPES)[number]

/** Shapes by name, or all of them for `legacy`; undefined if a name is unknown. */
export function parseCompat(names: readonly string[]): readonly CompatShape[] | undefined {
  if (names.includes('legacy')) return names.length === 1 ? COMPAT_SHAPES : undefined
  const shapes = COMPAT_SHAPES.filter((one) => names.includes(one))
  return names.every((name) => COMPAT_SHAPES.some((one) => one === name)) ? shapes : undefined
}
