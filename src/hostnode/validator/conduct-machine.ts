import type {Cancel, Time} from '#random/timers'
import {type ChainBlock, genesisTip, tipOf} from '../consensus/chain-block.ts'
import {ConsensusMachine} from '../consensus/machine.ts'
import type {MachineInput, MachineOutput} from '../consensus/machine-messages.ts'
import type {MachineStart} from '../consensus/machine-start.ts'
import type {MemberKey} from '../consensus/member-key.ts'
import {memberOf, type ValidatorNetwork} from '../consensus/network.ts'
import type {PeerMessage} from '../consensus/peer-message.ts'
import {voteText} from '../consensus/vote.ts'
import type {NodeLog} from '../context/json-log.ts'
import type {CrashAt} from '../model/crash-points.ts'
import {type FinalBlock, lastBlock, storeBlock} from '../store/blocks-table.ts'
import type {NodeStore} from '../store/node-store.ts'
import {storedVote, storeVote} from '../store/votes-table.ts'

/** What a conductor is told, and whom it tells. */
export interface ConductorWish {
  readonly network: ValidatorNetwork
  readonly key: MemberKey
  readonly store: NodeStore
  readonly time: Time
  readonly log: NodeLog
  readonly crashAt: CrashAt
  readonly judge: MachineStart['judge']
  readonly compose: (machine: ConsensusMachine, view: number) => ChainBlock
  readonly sendAll: (message: PeerMessage) => void
  readonly committed: (block: FinalBlock) => void
}

/**
 * Does what the machine of a validator asks for, and wakes it in time. Votes and blocks are on the disk before anybody hears of them; where they cannot be, the
 * machine is given up and begun again from what is on the disk.
 */
export class MachineConductor {
  readonly #wish: ConductorWish
  #machine: ConsensusMachine
  #cancel: Cancel = () => undefined
  readonly #liars = new Set<string>()
  #isBroken = false

  constructor(wish: ConductorWish) {
    this.#wish = wish
    this.#machine = this.#open()
  }

  get machine(): ConsensusMachine {
    return this.#machine
  }

  stop(): void {
    this.#isBroken = true
    this.#cancel()
  }

  give(input: MachineInput): void {
    if (this.#isBroken) return
    try {
      const queue: MachineInput[] = [input]
      for (let next = queue.shift(); next !== undefined; next = queue.shift())
        for (const output of this.#machine.take(next, this.nowMs)) queue.push(...this.#obey(output))
      this.#wake(this.#machine.wakeAtMs - this.nowMs)
    } catch (error) {
      this.#wish.log.failure('agreeing stopped; it begins again from what is stored', error)
      this.#beginAgain()
    }
  }

  /** Ms of a clock that never goes back. */
  get nowMs(): number {
    return Number(this.#wish.time.monotonicNs() / 1_000_000n)
  }

  #open(): ConsensusMachine {
    const {network, key, store, judge} = this.#wish
    const last = lastBlock(store)
    const vote = storedVote(store)
    return new ConsensusMachine(
      {
        network,
        self: key.pubkey,
        tip: last === undefined ? genesisTip(network.genesisId) : tipOf(last.block),
        view: last?.certificate.view ?? 0,
        record: vote?.record,
        isRecordWhole: vote?.isRestored === false,
        judge,
      },
      this.nowMs,
    )
  }

  #beginAgain(): void {
    this.#isBroken = true
    this.#cancel()
    this.#cancel = this.#wish.time.after(2 * this.#wish.network.blockTimeMs, () => {
      this.#isBroken = false
      this.#machine = this.#open()
      this.give({kind: 'tick'})
    })
  }

  #wake(inMs: number): void {
    this.#cancel()
    this.#cancel = this.#wish.time.after(Math.max(1, inMs), () => this.give({kind: 'tick'}))
  }

  #obey(output: MachineOutput): MachineInput[] {
    const {key, network, store, log, crashAt, compose, sendAll, committed} = this.#wish
    switch (output.kind) {
      case 'compose':
        return [{kind: 'composed', block: compose(this.#machine, output.view)}]
      case 'sign': {
        store.transaction(() => storeVote(store, output.record))
        crashAt('consensus.vote.stored')
        const {lock: _, ...vote} = output.record
        const signed = {...vote, voter: key.pubkey, signature: key.sign(voteText(vote, network.genesisId))}
        const message = {kind: 'vote', vote: signed} as const
        sendAll(message)
        return [{kind: 'message', from: key.pubkey, message}]
      }
      case 'send':
        sendAll(output.message)
        return []
      case 'commit':
        store.transaction(() => storeBlock(store, output))
        crashAt('consensus.block.stored')
        committed(output)
        return []
      case 'equivocation':
        // Whatever it sends again is told no more.
        if (!this.#liars.has(output.member))
          log.write('error', 'a validator voted twice: equivocation', {
            validator: memberOf(network, output.member)?.name ?? null,
          })
        this.#liars.add(output.member)
        return []
    }
  }
}
