/** A network of four that is wrong in one way, and the checks that must say so. */
export interface NetworkRow {
  readonly name: string
  readonly seenBy: readonly string[]
  readonly fault?: string
  /** Of one that has this fault; members are named `v1` to `v4`. */
  readonly args?: (self: string, others: readonly string[]) => object
  /** Which have it: the leader of the moment, which is the hardest for the others, or so many more. One where absent. */
  readonly struck?: number
  /** The release that one of them runs in place of the fault. */
  readonly release?: string
  /** Too few are left: no block comes on any. */
  readonly isHalting?: true
  /** The others bear it, and whoever has it keeps up: nobody is to be blamed. */
  readonly isBorne?: true
}

/** What shows where one of four stays where it is while the others go on. */
const BEHIND = ['cons.status', 'cons.progress', 'cons.agree', 'health.ready']
/** Nobody is ahead of anybody. */
const HALTED = ['cons.status', 'cons.progress', 'health.ready']

/** Every fault that a member of a network can have, and the release that is wrong in a network alone. */
export const NETWORK_ROWS: readonly NetworkRow[] = [
  {name: 'freeze_sync of the leader', fault: 'freeze_sync', seenBy: BEHIND},
  {name: 'freeze_sync of two', fault: 'freeze_sync', struck: 2, isHalting: true, seenBy: HALTED},
  {name: 'bad_state_root of the leader', fault: 'bad_state_root', seenBy: BEHIND},
  {name: 'bad_state_root of two', fault: 'bad_state_root', struck: 2, isHalting: true, seenBy: HALTED},
  {
    name: 'partition of the leader',
    fault: 'partition',
    args: (_, others) => ({peers: others}),
    seenBy: [...BEHIND, 'cons.peers', 'cons.validators'],
  },
  {
    name: 'partition in halves',
    fault: 'partition',
    args: (_, others) => ({peers: others}),
    struck: 2,
    isHalting: true,
    seenBy: [...HALTED, 'cons.peers', 'cons.validators'],
  },
  {name: 'peer_delay 50 of the leader', fault: 'peer_delay', args: () => ({ms: 50}), isBorne: true, seenBy: []},
  {
    name: 'peer_delay 60000 of two',
    fault: 'peer_delay',
    args: () => ({ms: 60_000}),
    struck: 2,
    isHalting: true,
    seenBy: HALTED,
  },
  {name: '1.0.2-badroot', release: '1.0.2-badroot', seenBy: BEHIND},
]
