import {compareReleases} from '../model/release-order.ts'

/** What decides the format of new blocks. */
export interface FormatFacts {
  /** Format of the parent block; undefined for the first block. */
  readonly parent: string | undefined
  /** The release that was made final on this node: no older one may take over. */
  readonly finalised: string | undefined
  /** Releases of this node and of the other members, as far as they told them. */
  readonly versions: readonly string[]
}

/**
 * The release that a new block is written for: for the first block the oldest one among the members, then the parent's until somebody
 * finalises another, and never a newer one than the oldest member runs.
 */
export function blockFormat({parent, finalised, versions}: FormatFacts): string {
  const lowest = versions.reduce(older)
  return older(finalised ?? parent ?? lowest, lowest)
}

function older(a: string, b: string): string {
  return compareReleases(a, b) <= 0 ? a : b
}
