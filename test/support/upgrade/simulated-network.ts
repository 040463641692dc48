import type {NodeUpgradePlan} from '#contract/generated/types'
import type {Stream} from '#random/stream'
import type {UpgradeWork} from '#upgrade/engine/upgrade-work'
import type {HandOrder} from '#upgrade/model/hands'
import {planSteps} from '#upgrade/model/plan-steps'
import type {SeenNode} from '#upgrade/model/seen'
import {progressOf, type UpgradeEntry} from '#upgrade/model/upgrade-progress'
import {fakeClock} from '../fakes/fake-clock.ts'

/** A validator that is nothing but its state, and when it changes by itself. */
interface Simulated {
  readonly name: string
  readonly weight: number
  version: string
  instance: number
  isUp: boolean
  /** On the monotonic clock, in milliseconds. */
  upAt: number
  syncedAt: number
  /** Whether anybody saw it in step since it fell out or was started: only then does it fall out. */
  wasSeen: boolean
}

/** Thrown where the driver of a simulation is killed. */
export class Killed extends Error {}

/** A network in this process whose leader moves and whose nodes fall out of step by themselves, and the law that a driver must keep. */
export class SimulatedNetwork {
  readonly clock = fakeClock()
  readonly entries: UpgradeEntry[] = []
  readonly plan: NodeUpgradePlan
  /** Stops that left the chain without its quorum. */
  readonly broken: string[] = []
  mostAtOnce = 0
  /** Appends to the ledger until the driver is killed; each life has its own. */
  killAfter = Number.POSITIVE_INFINITY
  kill: () => Error = () => new Killed()
  readonly #nodes: Simulated[]
  readonly #random: Stream
  readonly #tolerated: number

  constructor(weights: readonly number[], maxParallel: number, random: Stream) {
    this.#random = random
    this.#nodes = weights.map((weight, at) => ({
      name: `v${at + 1}`,
      weight,
      version: '1.0.0',
      instance: at,
      isUp: true,
      upAt: 0,
      syncedAt: 0,
      wasSeen: true,
    }))
    const total = weights.reduce((all, one) => all + one, 0)
    this.#tolerated = Math.ceil(total / 3) - 1
    const nodes = this.#nodes.map(({name, weight}) => ({name, weight, validator: true}))
    const steps = planSteps({strategy: 'validators', nodes, drains: false, migrates: false, isObserved: false})
    const acts = new Set(['hand_over', 'stop', 'install', 'start', 'ready', 'synced', 'stable'])
    const quorum = Math.floor((2 * total) / 3) + 1
    this.plan = {
      from: '1.0.0',
      to: '1.0.1',
      strategy: 'validators',
      data_change: 'none',
      stable_ms: 1_000,
      accepts_halt: false,
      quorum,
      max_parallel: maxParallel,
      nodes,
      steps: steps.filter(({act}) => acts.has(act)),
    } as unknown as NodeUpgradePlan
  }

  get versions(): string[] {
    return this.#nodes.map(({version}) => version)
  }

  get areUp(): boolean {
    return this.#nodes.every(({isUp}) => isUp)
  }

  /** What the driver of one life works with. */
  work(pauseAfter?: number): UpgradeWork {
    let appends = 0
    const nothing = async () => undefined
    return {
      plan: this.plan,
      pauseAfter,
      ledger: {
        progress: () => progressOf(this.entries),
        append: async (entry: UpgradeEntry) => {
          if (appends++ >= this.killAfter) throw this.kill()
          this.entries.push(entry)
        },
      },
      sight: {
        look: async () => this.#look(),
        tell: async (name: string) => void (this.#leader() === name && this.#moveLeader()),
      },
      hands: {
        can: new Set(),
        isAlive: (name: string) => this.#nodes.some((one) => one.name === name && one.isUp),
        act: this.#act,
      },
      trial: {steps: {start: nothing, finish: nothing}},
      kept: [],
      processes: new Map(),
      stopping: new Map(),
      unstopped: new Set(),
      ports: {clock: this.clock, progress: {update: () => undefined}},
      setting: {target: {objectives: {}}, argv: ['node', 'upgrade', '--target', 'node.yaml']},
      id: 'RUN',
      folder: '/nowhere',
    } as unknown as UpgradeWork
  }

  /** Something happens by itself: a validator loses its place for a while, and never for as long as a driver waits, or another one leads. Only where the chain bears it. */
  disturb(): void {
    const one = this.#nodes[this.#random.int(this.#nodes.length)]
    if (one?.isUp && one.wasSeen && this.#away() + one.weight <= this.#tolerated) {
      one.syncedAt = this.#now() + this.#random.int(20_000)
      one.wasSeen = false
    }
    this.#moveLeader()
  }

  /** A node ends by itself. */
  fall(name: string): void {
    for (const one of this.#nodes) if (one.name === name) one.isUp = false
    if (this.#leader() === name) this.#moveLeader()
  }

  /** Somebody starts it again. */
  rise(name: string): void {
    for (const one of this.#nodes) if (one.name === name) one.isUp = true
  }

  /** It was upgraded before. */
  turn(name: string, version: string): void {
    for (const one of this.#nodes) if (one.name === name) one.version = version
  }

  #leading = 0
  #now = (): number => Number(this.clock.monotonicNs() / 1_000_000n)
  #leader = (): string | undefined => this.#nodes[this.#leading]?.name
  #isAway = ({isUp, syncedAt}: Simulated): boolean => !isUp || syncedAt > this.#now()
  #away = (): number => this.#nodes.filter((one) => this.#isAway(one)).reduce((all, {weight}) => all + weight, 0)

  #moveLeader(): void {
    const free = this.#nodes.flatMap((one, at) => (this.#isAway(one) ? [] : [at]))
    this.#leading = free[this.#random.int(Math.max(1, free.length))] ?? 0
  }

  #look(): SeenNode[] {
    if (this.#random.int(8) === 0) this.disturb()
    const leader = this.#leader()
    return this.#nodes.map((one) => {
      const answers = one.isUp && one.upAt <= this.#now()
      const isSynced = answers && !this.#isAway(one)
      one.wasSeen ||= isSynced
      return {
        name: one.name,
        validator: true,
        weight: one.weight,
        answers,
        ready: isSynced,
        version: answers ? one.version : undefined,
        synced: answers ? isSynced : undefined,
        instance: answers ? String(one.instance) : undefined,
        leader: isSynced ? leader : undefined,
        isLeader: one.name === leader,
      } as SeenNode
    })
  }

  #act = async ({act, node, to, from}: HandOrder) => {
    const one = this.#nodes.find(({name}) => name === node)
    if (one === undefined) throw new Error(`no node ${node}`)
    if (act === 'stop' && one.isUp) {
      one.isUp = false
      if (this.#leader() === node) this.#moveLeader()
      if (this.#away() > this.#tolerated) this.broken.push(`${node}: ${this.#away()} of ${this.#tolerated} away`)
      this.mostAtOnce = Math.max(this.mostAtOnce, this.#nodes.filter(({isUp}) => !isUp).length)
    }
    if (act === 'install') one.version = to
    if (act === 'restore_program') one.version = from
    if (act === 'start' && !one.isUp) {
      one.isUp = true
      one.instance += 100
      one.upAt = this.#now() + this.#random.int(3_000)
      one.syncedAt = one.upAt + this.#random.int(10_000)
      one.wasSeen = false
    }
    return {isGood: true, detail: ''}
  }
}
