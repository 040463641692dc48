import {compareReleases} from '../model/release-order.ts'

/** What decides how new blocks are written. */
export interface FormatFacts {
  /** Of the block below; undefined for the first one. */
  readonly parent: string | undefined
  /** Which release this node was told not to fall behind again. */
  readonly finalised: string | undefined
  /** Of this node and of the others, as far as they said. */
  readonly versions: readonly string[]
}

/** The first block is written for the oldest release there is. Later ones stay with that until somebody finalises, and are never newer than the oldest member. */
export function blockFormat({parent, finalised, versions}: FormatFacts): string {
  const lowest = versions.reduce(older)
  return older(finalised ?? parent ?? lowest, lowest)
}

function older(a: string, b: string): string {
  return compareReleases(a, b) <= 0 ? a : b
}
