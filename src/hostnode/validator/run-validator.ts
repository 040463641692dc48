import type {Entropy} from '#random/entropy'
import type {ListenAddress} from '../config/settings.ts'
import {blockFormat} from '../consensus/block-format.ts'
import {type ChainBlock, type ChainTip, MOST_BLOCK_ENTRIES, makeBlock} from '../consensus/chain-block.ts'
import {isProven} from '../consensus/check-proofs.ts'
import type {ConsensusMachine} from '../consensus/machine.ts'
import {type ConsensusMessage, heightOfMessage} from '../consensus/machine-messages.ts'
import type {PeerMessage} from '../consensus/peer-message.ts'
import type {ValidatorSeat, ValidatorStanding} from '../consensus/standing.ts'
import type {PeerFaults} from '../model/peer-faults.ts'
import {PeerLink} from '../peer/open-link.ts'
import type {PeerSockets} from '../peer/peer-socket.ts'
import {blocksFrom, type FinalBlock, isEntryFinal} from '../store/blocks-table.ts'
import {nodeFact} from '../store/facts-table.ts'
import {pendingWrites} from '../store/ledger-table.ts'
import {type ConductorWish, MachineConductor} from './conduct-machine.ts'
import {type BlockJudge, followFault, mayVoteFor} from './judge-block.ts'
import {PeerBook} from './peer-book.ts'
import {standingOf} from './standing-of.ts'
import {WritePool} from './write-pool.ts'

const MOST_BLOCKS_ASKED = 32

/** What a validator runs with. */
export interface ValidatorWish extends Omit<ConductorWish, 'judge' | 'compose' | 'sendAll' | 'committed'> {
  readonly address: ListenAddress
  readonly version: string
  readonly entropy: Entropy
  readonly sockets: PeerSockets
  readonly faults: PeerFaults
}

/** A node's part among validators: the machine, the link, and what follows from both. */
export class RunningValidator implements ValidatorSeat {
  readonly #wish: ValidatorWish
  readonly #link: PeerLink
  readonly #book: PeerBook
  readonly #pool = new WritePool()
  readonly #conductor: MachineConductor
  #lastCommitMs: number | undefined
  #askedMs = 0
  #isDiverged = false
  #stopBeat: () => void = () => undefined

  constructor(wish: ValidatorWish) {
    this.#wish = wish
    this.#book = new PeerBook(wish.network, wish.key.pubkey)
    this.#link = new PeerLink(wish, wish, {
      joined: (peer) => this.#tell(peer),
      heard: (peer, message) => this.#hear(peer, message),
    })
    this.#conductor = new MachineConductor({
      ...wish,
      judge: (block, parent) => mayVoteFor(block, parent, {...this.#judge, nowMs: wish.time.nowMs()}),
      compose: (machine, view) => this.#compose(machine, view),
      sendAll: (message) => this.#link.sendAll(message),
      committed: (block) => this.#committed(block),
    })
  }

  get network() {
    return this.#wish.network
  }

  /** The address of its link. Throws `node_listen`. */
  async open(): Promise<string> {
    const address = await this.#link.open()
    this.#stopBeat = this.#wish.time.every(2 * this.network.blockTimeMs, () => this.#beat())
    this.#conductor.give({kind: 'tick'})
    return address
  }

  async close(): Promise<void> {
    this.#stopBeat()
    this.#conductor.stop()
    await this.#link.close()
  }

  takesWrites(): boolean {
    return this.#lastCommitMs !== undefined && this.#conductor.nowMs - this.#lastCommitMs <= this.#freshMs
  }

  stepDown(): boolean {
    const {machine} = this.#conductor
    const wasLeader = machine.leader === this.#wish.key.pubkey
    this.#conductor.give({kind: 'step-down'})
    return wasLeader && this.#conductor.machine.leader !== this.#wish.key.pubkey
  }

  standing(): ValidatorStanding {
    const {machine} = this.#conductor
    return standingOf({
      network: this.network,
      self: this.#wish.key.pubkey,
      machine,
      peers: this.#book.standings(this.#link.connected),
      isFresh: this.takesWrites(),
      isStarting: this.#lastCommitMs === undefined,
      isDiverged: this.#isDiverged,
    })
  }

  get #freshMs(): number {
    return 10 * this.network.blockTimeMs
  }

  get #judge(): BlockJudge {
    const {store, key, version, faults} = this.#wish
    return {store, self: key.pubkey, version, isRootWrong: faults.isStateRootWrong()}
  }

  #compose({tip}: ConsensusMachine, view: number): ChainBlock {
    const {store, key, version, time, faults} = this.#wish
    const waiting = [...new Set([...pendingWrites(store, MOST_BLOCK_ENTRIES), ...this.#pool.all()])]
    const entries = waiting.filter((digest) => !isEntryFinal(store, digest)).slice(0, MOST_BLOCK_ENTRIES)
    const format = blockFormat({
      parent: tip.height === 0 ? undefined : tip.format,
      finalised: nodeFact(store, 'finalised_version'),
      versions: [version, ...this.#book.versions()],
    })
    const block = makeBlock(tip, {view, producer: key.pubkey, nowMs: time.nowMs(), format, entries})
    if (!faults.isStateRootWrong()) return block
    return {...block, header: {...block.header, state_root: block.header.parent_id}}
  }

  #committed({block}: FinalBlock): void {
    this.#lastCommitMs = this.#conductor.nowMs
    this.#isDiverged = false
    this.#pool.remove(block.entries)
    for (const peer of this.#link.connected) this.#tell(peer)
  }

  /** What others may have missed: how far this node is, and what it has written. */
  #beat(): void {
    const digests = pendingWrites(this.#wish.store, MOST_BLOCK_ENTRIES)
    if (digests.length > 0) this.#link.sendAll({kind: 'entries', digests})
    for (const peer of this.#link.connected) this.#tell(peer)
  }

  #tell(peer: string): void {
    const {machine} = this.#conductor
    const {height, id} = machine.tip
    this.#link.send(peer, {
      kind: 'status',
      height,
      block_id: id,
      version: this.#wish.version,
      voted: machine.votedBy(peer),
    })
  }

  #hear(peer: string, message: PeerMessage): void {
    const isFrozen = this.#wish.faults.isSyncFrozen()
    switch (message.kind) {
      case 'status':
        this.#hearStatus(peer, message)
        break
      case 'entries':
        this.#pool.add(message.digests.filter((digest) => !isEntryFinal(this.#wish.store, digest)))
        break
      case 'ask':
        this.#answer(peer, message.from)
        break
      case 'block':
        if (!isFrozen) this.#follow(peer, message, this.#conductor.machine.tip)
        break
      default:
        if (!isFrozen) this.#agree(peer, message)
    }
  }

  /** Passes a message on. Messages of heights that are over are dropped before their signatures are checked. */
  #agree(peer: string, message: ConsensusMessage): void {
    const isOver = heightOfMessage(message) <= this.#conductor.machine.tip.height
    if (!isOver && isProven(this.network, peer, message)) this.#conductor.give({kind: 'message', from: peer, message})
  }

  #hearStatus(peer: string, status: Extract<PeerMessage, {kind: 'status'}>): void {
    this.#book.hear(peer, status, this.#wish.time.nowMs())
    this.#conductor.give({kind: 'report', from: peer, height: Math.max(status.height, status.voted)})
    const {machine, nowMs} = this.#conductor
    // Who is one block behind will have it in a moment.
    const isLate = nowMs - (this.#lastCommitMs ?? 0) > 2 * this.network.blockTimeMs
    const ahead = status.height - machine.tip.height
    if (ahead < 1 || (ahead === 1 && !isLate) || nowMs - this.#askedMs < this.network.blockTimeMs) return
    this.#askedMs = nowMs
    this.#link.send(peer, {kind: 'ask', from: machine.tip.height + 1})
  }

  #answer(peer: string, from: number): void {
    for (const {block, certificate} of blocksFrom(this.#wish.store, from, MOST_BLOCKS_ASKED))
      this.#link.send(peer, {kind: 'block', block, certificate})
  }

  #follow(peer: string, message: Extract<PeerMessage, {kind: 'block'}>, tip: ChainTip): void {
    const {block, certificate} = message
    if (block.header.height !== tip.height + 1 || !isProven(this.network, peer, message)) return
    const fault = followFault(block, tip, this.#judge)
    if (fault === undefined) {
      this.#conductor.give({kind: 'final', block, certificate})
      if (block.header.height % MOST_BLOCKS_ASKED === 0)
        this.#link.send(peer, {kind: 'ask', from: block.header.height + 1})
      return
    }
    if (!this.#isDiverged)
      this.#wish.log.write('error', 'a final block has conflicting content: it is not followed', {
        height: block.header.height,
        fault,
      })
    this.#isDiverged = true
  }
}
