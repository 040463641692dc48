<<<<<<< HEAD
/** What is wrong, on purpose, with the part that a node has in its network. Asked each time, for it changes while the node runs. */
export interface PeerFaults {
  /** Names of peers that nothing is sent to and nothing taken from. */
  cutPeers(): ReadonlySet<string>
  /** Before each message that is sent. */
  peerDelayMs(): number
  /** Blocks of others are not taken over. */
  isSyncFrozen(): boolean
  /** What the node has computed is not what the others have. */
  isStateRootWrong(): boolean
}
=======
/** What a drill may do to a validator and its links while they work. Each is asked whenever it could have an effect, so a fault that ends ends at once. */
export interface PeerFaults {
  /** Names of validators with which nothing is exchanged, either way. */
  cutPeers(): ReadonlySet<string>
  /** How long each message to another validator is held back, in ms. */
  peerDelayMs(): number
  /** No block that others agreed on is taken over: the node falls behind. */
  isSyncFrozen(): boolean
  /** The state root of what the node proposes and recomputes is wrong. */
  isStateRootWrong(): boolean
}

const NOBODY: ReadonlySet<string> = new Set()

/** Nothing is wrong. */
export const NO_PEER_FAULTS: PeerFaults = {
  cutPeers: () => NOBODY,
  peerDelayMs: () => 0,
  isSyncFrozen: () => false,
  isStateRootWrong: () => false,
}
>>>>>>> abb9a4e952007358800d538133c269ec4cbc6c7d
