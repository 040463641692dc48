import type {NodeBefore} from '#host/check/check'
import {LEAST_SAMPLED} from '#host/check/sample-repositories'

/** What was taken down of a node, for a look at a time when people have used it since: new things are no loss, and refs are sampled, for a look must not take long. */
export function laterBefore({baseline, inventory, refs}: NodeBefore): NodeBefore {
  const names = [...refs.keys()]
  const step = Math.max(1, (names.length - 1) / (LEAST_SAMPLED - 1))
  const some = new Set(Array.from({length: LEAST_SAMPLED}, (_, at) => names[Math.round(at * step)]))
  return {
    baseline,
    inventory: {...inventory, writes_fenced: false},
    refs: new Map([...refs].filter(([name]) => some.has(name))),
    isInUse: true,
    // It is of one node.
    others: new Map(),
  }
}
