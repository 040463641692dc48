import type {PushRecord} from './push-records.ts'
import {type RefChange, type RefTable, ZERO_ID} from './refs.ts'

/** A change and its push; undefined for a change without a record. */
export interface PlannedChange extends RefChange {
  readonly push: PushRecord | undefined
}

/**
 * The order in which pushes changed refs, whatever the order of their records: each change begins where the previous one ended. A gap left by
 * a missing record becomes a change of its own. With `real`, the last change of each ref ends at what the repository has.
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

/** Index of a change that follows none of the others. */
function firstOfChain(left: readonly RefChange[]): number {
  const first = left.findIndex(({ref, before}) => !left.some((one) => one.ref === ref && one.after === before))
  return Math.max(first, 0)
}

/** Whether all changes of a push begin at the known refs, so that no other push comes before it. */
export function followsOn(known: RefTable, {changes}: PushRecord): boolean {
  return changes.every(({ref, before}) => (known.get(ref) ?? ZERO_ID) === before)
}
