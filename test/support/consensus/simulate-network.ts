import {blockFault, blockId, type ChainBlock, genesisTip, makeBlock, tipOf} from '#hostnode/consensus/chain-block'
import {ConsensusMachine} from '#hostnode/consensus/machine'
import type {ConsensusMessage, MachineInput, MachineOutput} from '#hostnode/consensus/machine-messages'
import {leaderAt, toleratedWeight, totalWeight, type ValidatorNetwork} from '#hostnode/consensus/network'
import type {SafetyRules} from '#hostnode/consensus/rules'
import {type Certificate, PHASES, type VotePhase, type VoteRecord} from '#hostnode/consensus/vote'
import {seeded} from '../seeded.ts'

/** What is tried: a network, for some time with everything going wrong, then without. */
export interface SimulationWish {
  readonly seed: number
  readonly network: ValidatorNetwork
  readonly rules?: SafetyRules
  /** Members that lie, at most of the tolerated weight. */
  readonly withLiars: boolean
  /** Whether votes are told before they are on the disk: who crashes forgets them. */
  readonly forgets?: boolean
  readonly chaosMs: number
}

/** What came of it. */
export interface SimulationResult {
  /** Heights at which honest members committed different blocks. */
  readonly conflicts: readonly number[]
  /** Votes of honest members for something else than they had voted for in the same place. */
  readonly doubleVotes: number
  /** Of every honest member, when the trouble ended and at the end. */
  readonly healedAt: readonly number[]
  readonly ended: readonly number[]
  readonly crashes: number
}

interface SimulatedMember {
  readonly key: string
  machine: ConsensusMachine | undefined
  record: VoteRecord | undefined
  readonly blocks: {readonly block: ChainBlock; readonly certificate: Certificate}[]
  group: number
}

const MOST_DELAY_MS = 40
const LOSS_PERCENT = 8
/** After the trouble views may still last half a minute. */
const LONGEST_CALM_MS = 200_000
const WANTED_BLOCKS = 5

/** Many members in one process, by a clock of their own: messages are lost, late, twice and out of order; members crash and come back with what they stored. */
export function simulateNetwork(wish: SimulationWish): SimulationResult {
  const simulation = new Simulation(wish)
  return simulation.run()
}

class Simulation {
  readonly #wish: SimulationWish
  readonly #draw: (count: number) => number
  readonly #members: SimulatedMember[]
  readonly #liars: readonly string[]
  readonly #events: {atMs: number; run: () => void}[] = []
  readonly #chain = new Map<number, string>()
  readonly #conflicts = new Set<number>()
  readonly #voted = new Map<string, string>()
  #doubleVotes = 0
  #nowMs = 0
  #isCalm = false
  #crashes = 0

  constructor(wish: SimulationWish) {
    this.#wish = wish
    this.#draw = seeded(wish.seed)
    const {members} = wish.network
    this.#liars = wish.withLiars ? this.#chooseLiars() : []
    const honest = members.filter(({pubkey}) => !this.#liars.includes(pubkey))
    this.#members = honest.map(({pubkey}) => ({
      key: pubkey,
      machine: undefined,
      record: undefined,
      blocks: [],
      group: 0,
    }))
  }

  run(): SimulationResult {
    for (const member of this.#members) this.#boot(member)
    this.#every(40, () => this.#trouble())
    this.#every(150, () => this.#sync())
    if (this.#liars.length > 0) this.#every(30, () => this.#lie())
    const isWrong = () => this.#conflicts.size + this.#doubleVotes > 0
    this.#until(this.#wish.chaosMs, isWrong)
    const healedAt = this.#heights()
    this.#heal()
    const wanted = Math.max(...healedAt) + WANTED_BLOCKS
    this.#until(this.#nowMs + LONGEST_CALM_MS, () => isWrong() || this.#heights().every((height) => height >= wanted))
    const {crashes, doubleVotes} = {crashes: this.#crashes, doubleVotes: this.#doubleVotes}
    return {conflicts: [...this.#conflicts], doubleVotes, healedAt, ended: this.#heights(), crashes}
  }

  #heights(): number[] {
    return this.#members.map(({blocks}) => blocks.length)
  }

  #chooseLiars(): string[] {
    const {network} = this.#wish
    let left = toleratedWeight(totalWeight(network))
    const liars: string[] = []
    const order = network.members.map((member) => ({member, rank: this.#draw(1000)})).sort((a, b) => a.rank - b.rank)
    for (const {member} of order) {
      if (member.weight > left) continue
      liars.push(member.pubkey)
      left -= member.weight
    }
    return liars
  }

  #boot(member: SimulatedMember): void {
    const last = member.blocks.at(-1)
    const {network, rules} = this.#wish
    member.machine = new ConsensusMachine(
      {
        network,
        self: member.key,
        tip: last === undefined ? genesisTip(network.genesisId) : tipOf(last.block),
        view: last?.certificate.view ?? 0,
        record: member.record,
        isRecordWhole: true,
        judge: (block, parent) => blockFault(block, parent) === undefined,
        ...(rules && {rules}),
      },
      this.#nowMs,
    )
    this.#give(member, {kind: 'tick'})
  }

  #give(member: SimulatedMember, input: MachineInput): void {
    const queue: MachineInput[] = [input]
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const {machine} = member
      if (machine === undefined) return
      for (const output of machine.take(next, this.#nowMs)) queue.push(...this.#obey(member, output))
    }
    this.#wake(member)
  }

  #wake(member: SimulatedMember): void {
    const {machine} = member
    if (machine === undefined) return
    this.#at(Math.max(this.#nowMs + 1, machine.wakeAtMs), () => {
      if (member.machine === machine && this.#nowMs >= machine.wakeAtMs) this.#give(member, {kind: 'tick'})
    })
  }

  #obey(member: SimulatedMember, output: MachineOutput): MachineInput[] {
    if (output.kind === 'send') this.#broadcast(member.key, output.message)
    if (output.kind === 'commit') this.#note(member, output.block, output.certificate)
    if (output.kind === 'compose') return [{kind: 'composed', block: this.#compose(member, output.view)}]
    if (output.kind !== 'sign') return []
    const {lock: _, ...vote} = output.record
    if (!this.#wish.forgets) member.record = output.record
    const place = [member.key, vote.height, vote.view, vote.phase].join()
    if ((this.#voted.get(place) ?? vote.block_id) !== vote.block_id) this.#doubleVotes++
    this.#voted.set(place, vote.block_id)
    // Between the disk and the others.
    if (!this.#isCalm && this.#draw(200) === 0) {
      this.#crash(member)
      return []
    }
    const message = {kind: 'vote', vote: {...vote, voter: member.key, signature: 's'}} as const
    this.#broadcast(member.key, message)
    return [{kind: 'message', from: member.key, message}]
  }

  #compose({key, machine}: SimulatedMember, view: number): ChainBlock {
    const tip = machine?.tip ?? genesisTip('')
    return makeBlock(tip, {view, producer: key, nowMs: this.#nowMs, format: '1.0.0', entries: [`e${this.#draw(1e9)}`]})
  }

  #note(member: SimulatedMember, block: ChainBlock, certificate: Certificate): void {
    const id = blockId(block.header)
    const {height} = block.header
    if ((this.#chain.get(height) ?? id) !== id) this.#conflicts.add(height)
    this.#chain.set(height, id)
    member.blocks.push({block, certificate})
  }

  #broadcast(from: string, message: ConsensusMessage, to: readonly SimulatedMember[] = this.#members): void {
    const sender = this.#members.find(({key}) => key === from)
    if (message.kind === 'proposal' && sender !== undefined) this.#mislead(message.block, message.view)
    for (const member of to) {
      const isCut = !this.#isCalm && sender !== undefined && sender.group !== member.group
      if (member.key === from || isCut) continue
      for (let left = this.#copies(); left > 0; left--)
        this.#at(this.#nowMs + 1 + this.#draw(MOST_DELAY_MS), () =>
          this.#give(member, {kind: 'message', from, message}),
        )
    }
  }

  #copies(): number {
    if (this.#isCalm) return 1
    if (this.#draw(100) < LOSS_PERCENT) return 0
    return this.#draw(20) === 0 ? 2 : 1
  }

  /** Cuts, crashes, returns, and leaders told to step down. */
  #trouble(): void {
    if (this.#isCalm) return
    if (this.#draw(20) === 0) {
      const isCut = this.#draw(2) === 0
      for (const member of this.#members) member.group = isCut ? this.#draw(2) : 0
    }
    for (const member of this.#members) this.#troubleOne(member)
  }

  #troubleOne(member: SimulatedMember): void {
    if (member.machine === undefined) {
      if (this.#draw(6) === 0) this.#boot(member)
    } else if (this.#draw(120) === 0) this.#crash(member)
    else if (this.#draw(50) === 0) this.#give(member, {kind: 'step-down'})
  }

  #crash(member: SimulatedMember): void {
    member.machine = undefined
    this.#crashes++
  }

  #heal(): void {
    this.#isCalm = true
    for (const member of this.#members) if (member.machine === undefined) this.#boot(member)
  }

  /** Who is behind gets the next block from somebody. */
  #sync(): void {
    for (const member of this.#members) {
      const peer = this.#members[this.#draw(this.#members.length)]
      if (peer === undefined || peer === member || (!this.#isCalm && peer.group !== member.group)) continue
      if (peer.machine === undefined) continue
      this.#give(member, {kind: 'report', from: peer.key, height: peer.machine.votedBy(member.key)})
      const next = peer.blocks[member.blocks.length]
      if (next !== undefined) this.#give(member, {kind: 'final', ...next})
    }
  }

  /** Liars propose blocks of their own, the same to all or others to others, and vote for them. */
  #lie(): void {
    const {network} = this.#wish
    // On the tip of somebody, who may be behind: the others may have agreed on something else there.
    const last = this.#members[this.#draw(this.#members.length)]?.blocks.at(-1)
    const tip = last === undefined ? genesisTip(network.genesisId) : tipOf(last.block)
    const views = this.#members.flatMap(({machine}) => machine?.view ?? [])
    for (const view of new Set(views.flatMap((one) => [one, one + 1])))
      for (const liar of this.#liars.filter((one) => leaderAt(network, tip.height + 1, view) === one)) {
        const sides = (tip.height + view) % 2 === 0 ? [0, 1] : [2]
        for (const side of sides) {
          const draft = {view, producer: liar, nowMs: 0, format: '1.0.0', entries: [`lie-${side}`]}
          const block = makeBlock({...tip, timestampMs: tip.timestampMs + view}, draft)
          const some = this.#members.filter(() => side === 2 || this.#draw(2) === side)
          this.#broadcast(liar, {kind: 'proposal', height: tip.height + 1, view, block, justify: null}, some)
          for (const phase of PHASES) this.#voteAs(liar, {block, view, phase}, some)
        }
      }
  }

  /** Of an honest block they help one member to the end, and leave the others in the dark. */
  #mislead(block: ChainBlock, view: number): void {
    const only = this.#members.filter((_, at) => at === block.header.height % this.#members.length)
    for (const liar of this.#liars) {
      this.#voteAs(liar, {block, view, phase: 'prepare'}, this.#members)
      this.#voteAs(liar, {block, view, phase: 'commit'}, only)
    }
  }

  #voteAs(
    voter: string,
    {block, view, phase}: {readonly block: ChainBlock; readonly view: number; readonly phase: VotePhase},
    to: readonly SimulatedMember[],
  ): void {
    const {height} = block.header
    const vote = {height, view, phase, block_id: blockId(block.header), voter, signature: 's'}
    this.#broadcast(voter, {kind: 'vote', vote}, to)
  }

  #every(ms: number, run: () => void): void {
    this.#at(this.#nowMs + ms, () => {
      run()
      this.#every(ms, run)
    })
  }

  #at(atMs: number, run: () => void): void {
    let low = 0
    for (let high = this.#events.length; low < high; ) {
      const middle = (low + high) >> 1
      if ((this.#events[middle]?.atMs ?? 0) > atMs) low = middle + 1
      else high = middle
    }
    this.#events.splice(low, 0, {atMs, run})
  }

  #until(endMs: number, isOver: () => boolean): void {
    while (!isOver()) {
      const next = this.#events.at(-1)
      if (next === undefined || next.atMs > endMs) break
      this.#events.pop()
      this.#nowMs = next.atMs
      next.run()
    }
  }
}
