import {blockId, type ChainBlock} from './chain-block.ts'
import type {ConsensusMessage} from './machine-messages.ts'
import type {ValidatorNetwork} from './network.ts'
import {type BlockLock, certifies} from './vote.ts'
import {VoteBox} from './vote-box.ts'

/** A block that a leader proposes. */
export type Proposal = Extract<ConsensusMessage, {kind: 'proposal'}>
/** Number of messages kept of each member for the height after the current one, until it begins. */
const MOST_EARLY = 4

/** What a member has heard of the height that is being agreed on, and a little of the one after it. */
export class HeightBook {
  readonly votes: VoteBox
  /** The newest proposal of each proposer. */
  readonly #proposals = new Map<string, Proposal>()
  readonly #early = new Map<string, ConsensusMessage[]>()
  /** The prepared block that this member is bound to. */
  lock: BlockLock | undefined
  #known: BlockLock | undefined

  constructor(network: ValidatorNetwork, lock: BlockLock | undefined) {
    this.votes = new VoteBox(network)
    this.lock = lock
    this.#known = lock
  }

  /** The newest block that a quorum prepared, whether or not this member is bound to it: the next proposer must propose it. */
  get known(): BlockLock | undefined {
    return this.#known
  }

  /** Whether a lock is newer than the one known. */
  isNews(lock: BlockLock | null): lock is BlockLock {
    if (lock === null || lock.certificate.phase !== 'prepare' || !certifies(lock.certificate, lock.block)) return false
    return lock.certificate.view > (this.#known?.certificate.view ?? -1)
  }

  learn(lock: BlockLock): void {
    if (this.isNews(lock)) this.#known = lock
  }

  hear(from: string, proposal: Proposal): void {
    this.#proposals.set(from, proposal)
  }

  proposalOf(member: string): Proposal | undefined {
    return this.#proposals.get(member)
  }

  blockOf(id: string): ChainBlock | undefined {
    const blocks = [this.lock?.block, this.#known?.block, ...[...this.#proposals.values()].map(({block}) => block)]
    return blocks.find((block) => block !== undefined && blockId(block.header) === id)
  }

  hearEarly(from: string, message: ConsensusMessage): void {
    this.#early.set(from, [...(this.#early.get(from) ?? []).slice(1 - MOST_EARLY), message])
  }

  /** Begins the next height and returns the messages that came too early for it. */
  turn(): [string, ConsensusMessage][] {
    const early = [...this.#early].flatMap(([from, messages]) =>
      messages.map((one): [string, typeof one] => [from, one]),
    )
    this.#early.clear()
    this.votes.clear()
    this.#proposals.clear()
    this.lock = undefined
    this.#known = undefined
    return early
  }
}
