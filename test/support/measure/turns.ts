/** The plain side twice: how far it is from itself is the noise. */
export const SIDES = ['node', 'plain', 'again'] as const
export type Side = (typeof SIDES)[number]

/** Who comes first changes: caches and other work favour nobody. */
export function turned(round: number): Side[] {
  const at = round % SIDES.length
  return [...SIDES.slice(at), ...SIDES.slice(0, at)]
}

/** Medians over rounds: of each side, of the node against both plain ones of its round, and of the plain ones against each other. */
export function mediansOf(rounds: readonly Readonly<Record<Side, number>>[]) {
  const middle = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
  return {
    node: middle(rounds.map(({node}) => node)),
    plain: middle(rounds.map(({plain}) => plain)),
    ratio: middle(rounds.map(({node, plain, again}) => (2 * node) / (plain + again))),
    noise: middle(rounds.map(({plain, again}) => again / plain)),
  }
}
