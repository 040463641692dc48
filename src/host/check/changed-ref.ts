/** Where a ref is now, for one that moved. */
export interface ChangedRef {
  readonly repository: string
  readonly ref: string
  /** Undefined for a ref that was not there. */
  readonly from: string | undefined
  readonly to: string | undefined
}

/** A sentence has no room for more. */
const MOST_NAMED = 3

/** `alice/lib refs/tags/v1 was lost, alice/app refs/heads/main moved from 1f0c2ab to 93be77d, and 2 more refs`. */
export function toldRefs(moved: readonly ChangedRef[]): string {
  const left = moved.length - MOST_NAMED
  const named = moved.slice(0, MOST_NAMED).map((one) => `${one.repository} ${one.ref} ${whatHappened(one)}`)
  return [...named, ...(left > 0 ? [`and ${left} more ${left === 1 ? 'ref' : 'refs'}`] : [])].join(', ')
}

function whatHappened({from, to}: ChangedRef): string {
  if (to === undefined) return 'was lost'
  return from === undefined ? 'is new' : `moved from ${short(from)} to ${short(to)}`
}

/** As git shows a commit. */
const short = (oid: string) => oid.slice(0, 7)
