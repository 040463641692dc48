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
