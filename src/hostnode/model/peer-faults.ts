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
