import {blockId, type ChainBlock, type ChainTip, tipOf} from './chain-block.ts'
import {HeightBook, type Proposal} from './height-book.ts'
import {
  type ConsensusMessage,
  heightOfMessage,
  type MachineInput,
  type MachineOutput,
  viewOfMessage,
} from './machine-messages.ts'
import type {MachineStart} from './machine-start.ts'
import {leaderAt, totalWeight} from './network.ts'
import {SAFETY_RULES, type SafetyRules} from './rules.ts'
import {ViewClock} from './view-clock.ts'
import {type BlockLock, type Certificate, certifies, type VotePhase, type VoteRecord} from './vote.ts'
import {VoteFloor} from './vote-floor.ts'

/** Block times without progress after which messages are sent again. */
const SEND_AGAIN_BLOCKS = 2

/**
 * One member's part in agreeing on blocks, with neither a clock nor I/O: events go in, things to do come out. The phases are propose, prepare,
 * commit; a member is bound to what a quorum prepared. Times are ms of any one clock.
 */
export class ConsensusMachine {
  readonly #start: MachineStart
  readonly #rules: SafetyRules
  readonly #quorum: number
  readonly #book: HeightBook
  readonly #clock: ViewClock
  readonly #floor: VoteFloor
  readonly #out: MachineOutput[] = []
  #tip: ChainTip
  #record: VoteRecord | undefined
  #proposal: 'none' | 'asked' | 'made' = 'none'
  #lastBlockMs: number
  #lastSentMs: number
  #nowMs: number

  constructor(start: MachineStart, nowMs: number) {
    const {network, self, tip, view, record, rules = SAFETY_RULES} = start
    this.#start = start
    this.#rules = rules
    this.#quorum = rules.quorum(totalWeight(network))
    const isUnderWay = record?.height === tip.height + 1
    this.#book = new HeightBook(network, isUnderWay ? (record.lock ?? undefined) : undefined)
    this.#clock = new ViewClock(network, view, nowMs)
    this.#floor = new VoteFloor(network, self, start.isRecordWhole)
    this.#tip = tip
    this.#record = record
    this.#nowMs = this.#lastBlockMs = this.#lastSentMs = nowMs
    if (!isUnderWay) return
    this.#clock.enter(Math.max(view, record.view), nowMs)
    // A proposal made in this view before the restart is forgotten, and a second one is not allowed.
    if (record.view >= view) this.#proposal = 'made'
  }

  get tip(): ChainTip {
    return this.#tip
  }

  get view(): number {
    return this.#clock.view
  }

  get leader(): string {
    return leaderAt(this.#start.network, this.#tip.height + 1, this.#clock.view)
  }

  get mayVote(): boolean {
    return this.#floor.mayVote(this.#tip.height + 1)
  }

  /** The greatest height at which this member has seen another one vote. */
  votedBy(member: string): number {
    return this.#tip.height + (this.#book.votes.of(member).length > 0 ? 1 : 0)
  }

  /** The time at which the next tick has an effect. */
  get wakeAtMs(): number {
    const proposeMs = this.#mayPropose ? this.#proposeAtMs : Number.POSITIVE_INFINITY
    return Math.min(this.#clock.endsAtMs, this.#sendAgainAtMs, proposeMs)
  }

  take(input: MachineInput, nowMs: number): MachineOutput[] {
    this.#nowMs = nowMs
    if (input.kind === 'message') this.#message(input.from, input.message)
    if (input.kind === 'composed') this.#propose(input.block, null)
    if (input.kind === 'final' && input.block.header.parent_id === this.#tip.id)
      this.#commit(input.block, input.certificate)
    if (input.kind === 'report') this.#floor.report(input.from, input.height)
    if (input.kind === 'step-down' && this.leader === this.#start.self) this.#clock.giveUp()
    this.#advance()
    return this.#out.splice(0)
  }

  #message(from: string, message: ConsensusMessage): void {
    const ahead = heightOfMessage(message) - this.#tip.height
    if (ahead === 2) this.#book.hearEarly(from, message)
    if (ahead !== 1) return
    if (from !== this.#start.self) this.#clock.see(from, viewOfMessage(message))
    if (message.kind === 'proposal') this.#hearProposal(from, message)
    if (message.kind === 'view') this.#learn(message.lock)
    if (message.kind === 'vote' && this.#book.votes.add(message.vote) === 'twice')
      this.#out.push({kind: 'equivocation', member: from})
  }

  #hearProposal(from: string, proposal: Proposal): void {
    const {height, view, block, justify} = proposal
    if (from !== leaderAt(this.#start.network, height, view) || view < this.view) return
    const isNew = block.header.view === view && block.header.producer === from
    if (justify === null ? !isNew : !certifies(justify, block) || justify.view >= view) return
    if (!this.#start.judge(block, this.#tip)) return
    this.#book.hear(from, proposal)
    if (justify !== null) this.#learn({block, certificate: justify})
  }

  #learn(lock: BlockLock | null): void {
    if (this.#book.isNews(lock) && this.#start.judge(lock.block, this.#tip)) this.#book.learn(lock)
  }

  /** Takes every step that follows from what is known and from the time. */
  #advance(): void {
    while (this.#moves());
    this.#prepare()
    this.#lead()
    if (this.#nowMs >= this.#sendAgainAtMs) this.#sendAgain()
  }

  /** Moves on to another height or view if there is reason to, and returns whether it did. */
  #moves(): boolean {
    this.#countPrepared()
    if (this.#countCommitted()) return true
    const next = this.#nextView()
    if (next <= this.view) return false
    this.#enter(next)
    return true
  }

  #countPrepared(): void {
    for (const certificate of this.#book.votes.certificates('prepare', this.#quorum)) {
      const block = this.#book.blockOf(certificate.block_id)
      if (block === undefined) continue
      this.#learn({block, certificate})
      if (certificate.view !== this.view) continue
      this.#book.lock = {block, certificate}
      this.#sign('commit', certificate.block_id)
    }
  }

  #countCommitted(): boolean {
    for (const certificate of this.#book.votes.certificates('commit', this.#quorum)) {
      const block = this.#book.blockOf(certificate.block_id)
      if (block === undefined) continue
      this.#commit(block, certificate)
      return true
    }
    return false
  }

  /** The view to go on to, if greater than the current one: when time is up, its leader left, or more weight left than may be faulty. */
  #nextView(): number {
    const isLate = this.#nowMs >= this.#clock.endsAtMs
    const isGivenUp = this.#clock.isGivenUp && this.leader === this.#start.self
    const isLeft = isGivenUp || this.#clock.seenOf(this.leader) > this.view
    return Math.max(this.#clock.reachedByOthers(), isLate || isLeft ? this.view + 1 : 0)
  }

  #enter(view: number): void {
    this.#clock.enter(view, this.#nowMs)
    this.#proposal = 'none'
    this.#sendView()
  }

  #sendView(): void {
    this.#send({kind: 'view', height: this.#tip.height + 1, view: this.view, lock: this.#book.known ?? null})
  }

  #prepare(): void {
    const proposal = this.#book.proposalOf(this.leader)
    if (proposal?.view !== this.view) return
    if (this.#rules.mayPrepare(this.#book.lock, proposal.block, proposal.justify))
      this.#sign('prepare', blockId(proposal.block.header))
  }

  get #mayPropose(): boolean {
    if (this.leader !== this.#start.self || this.#proposal !== 'none' || !this.mayVote) return false
    if (this.#clock.isFirst) return true
    return this.#clock.weightFrom(this.view, this.#start.self) >= this.#quorum
  }

  get #proposeAtMs(): number {
    return this.#clock.isFirst ? this.#lastBlockMs + this.#start.network.blockTimeMs : this.#nowMs
  }

  get #sendAgainAtMs(): number {
    return this.#lastSentMs + SEND_AGAIN_BLOCKS * this.#start.network.blockTimeMs
  }

  #lead(): void {
    if (!this.#mayPropose || this.#nowMs < this.#proposeAtMs) return
    this.#proposal = 'asked'
    const {known} = this.#book
    if (known !== undefined) this.#propose(known.block, known.certificate)
    else this.#out.push({kind: 'compose', height: this.#tip.height + 1, view: this.view})
  }

  #propose(block: ChainBlock, justify: Certificate | null): void {
    const {self} = this.#start
    const isWanted = this.#proposal === 'asked' && this.leader === self && block.header.parent_id === this.#tip.id
    if (!isWanted || (justify === null && block.header.view !== this.view)) return
    this.#proposal = 'made'
    const proposal: Proposal = {kind: 'proposal', height: block.header.height, view: this.view, block, justify}
    this.#book.hear(self, proposal)
    this.#send(proposal)
    this.#prepare()
  }

  #sign(phase: VotePhase, id: string): void {
    const height = this.#tip.height + 1
    const record: VoteRecord = {height, view: this.view, phase, block_id: id, lock: this.#book.lock ?? null}
    if (!this.mayVote || !this.#rules.maySign(this.#record, record)) return
    this.#record = record
    this.#lastSentMs = this.#nowMs
    this.#out.push({kind: 'sign', record})
  }

  #commit(block: ChainBlock, certificate: Certificate): void {
    this.#out.push({kind: 'commit', block, certificate})
    this.#tip = tipOf(block)
    this.#clock.restart(certificate.view, this.#nowMs)
    this.#proposal = 'none'
    this.#lastBlockMs = this.#lastSentMs = this.#nowMs
    for (const [from, message] of this.#book.turn()) this.#message(from, message)
  }

  /** Sends everything of this height again: messages are not acknowledged and may have been lost. */
  #sendAgain(): void {
    const {self} = this.#start
    const own = this.#book.proposalOf(self)
    this.#sendView()
    if (own?.view === this.view) this.#send(own)
    for (const vote of this.#book.votes.of(self)) this.#send({kind: 'vote', vote})
  }

  #send(message: ConsensusMessage): void {
    this.#lastSentMs = this.#nowMs
    this.#out.push({kind: 'send', message})
  }
}
