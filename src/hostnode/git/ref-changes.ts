import type {PushRecord} from './push-records.ts'
import {type RefChange, type RefTable, ZERO_ID} from './refs.ts'

/** A change and the push it is of; none where no record tells it. */
export interface PlannedChange extends RefChange {
  readonly push: PushRecord | undefined
}

/**
 * The order in which pushes changed refs, however their records came: each change begins where the one before it ended. Where a record is missing the gap is
 * a change of its own. With `real` the last of each ref is what the repository has.
 */
export function planChanges(known: RefTable, records: readonly PushRecord[], real?: RefTable): PlannedChange[] {
  const now = new Map(known)
  const planned: PlannedChange[] = []
  const add = (change: PlannedChange) => {
    planned.push(change)
    now.set(change.ref, change.after)
  }
  const bridge = (ref: string, after: string) => {
    const before = now.get(ref) ?? ZERO_ID
    if (before !== after) add({ref, before, after, push: undefined})
  }
  const left = records.flatMap((push) => push.changes.map((change) => ({...change, push})))
  while (left.length > 0) {
    const next = left.findIndex(({ref, before}) => (now.get(ref) ?? ZERO_ID) === before)
    const [change] = left.splice(next === -1 ? firstOfChain(left) : next, 1)
    if (change === undefined) break
    bridge(change.ref, change.before)
    add(change)
  }
  if (real === undefined) return planned
  for (const ref of new Set([...now.keys(), ...real.keys()])) bridge(ref, real.get(ref) ?? ZERO_ID)
  return planned
}

/** One that none of the others comes before. */
function firstOfChain(left: readonly RefChange[]): number {
  const first = left.findIndex(({ref, before}) => !left.some((one) => one.ref === ref && one.after === before))
  return Math.max(first, 0)
}

/** Whether all of a push begins at what is known: no other one comes before it. */
export function followsOn(known: RefTable, {changes}: PushRecord): boolean {
  return changes.every(({ref, before}) => (known.get(ref) ?? ZERO_ID) === before)
}
