import type {Digest} from '#contract/ids'
import {AssayError} from '#error/assay-error'
import type {HostReply} from '#host/client/host-client'
import type {HostSetting} from '#host/execute/load-setting'
import {elapsedMs} from '#random/clock'
import {sleep} from '#random/timers'
import type {HandAct, NodeHands} from '#upgrade/model/hands'
import {hasRoom, quorumOf} from '#upgrade/model/quorum'
import {leaderOf, type SeenNode} from '#upgrade/model/seen'
import {placeDigest} from '#upgrade/model/upgrade-plan'
import {openSight, type Sight} from '#upgrade/site/open-sight'
import type {DrillPorts} from './drill-ports.ts'

/** Nodes that are not the drill's, and who works on them; nobody where drills may only look. */
export interface GivenTarget {
  readonly setting: HostSetting
  readonly hands: NodeHands | undefined
}

/** What may be touched to undo a change of a node. */
export interface NodeIdentity {
  readonly target: string
  readonly place_sha256: Digest
  readonly node: string
}

const READY_MS = 60_000
const LOOK_AGAIN_MS = 200

/** The nodes of a target that somebody gave: asked from outside, and stopped and started by whoever works on them. */
export class GivenNodes implements AsyncDisposable {
  readonly places: readonly {readonly name: string}[]
  /** The leader when all nodes were last seen to answer. */
  leader: string | undefined
  readonly #target: GivenTarget
  readonly #sight: Sight & AsyncDisposable
  readonly #clock: DrillPorts['clock']
  readonly #mostDown: number
  /** The process of each node; undefined while it is not known, since the drill itself stopped or started it. */
  readonly #instances = new Map<string, string | undefined>()
  /** Undefined where there is no validator, or nobody says who leads. */
  #first: {readonly leader: string; readonly follower: string | undefined} | undefined

  /** `mostDown`: so many may be away at once; none for who only starts them. */
  constructor(target: GivenTarget, ports: DrillPorts, mostDown = 0) {
    this.#mostDown = mostDown
    this.#target = target
    this.#sight = openSight(target.setting, ports)
    this.#clock = ports.clock
    this.places = target.setting.target.profile.nodes.map(({name}) => ({name}))
  }

  /** What stands for nodes in a drill that knows none of their names. */
  get words(): (readonly [string, string])[] {
    const {leader, follower} = this.#first ?? {}
    return [
      ...this.places.map(({name}, at) => [`node.${at + 1}`, name] as const),
      ...(leader === undefined ? [] : [['node.leader', leader] as const]),
      ...(follower === undefined ? [] : [['node.follower', follower] as const]),
    ]
  }

  /** Checks the nodes before anything is touched: each answers, is ready, and is a process of its own. Throws `unreachable`, `drill_refused`. */
  async prove(signal: AbortSignal): Promise<void> {
    const seen = await this.#sight.look(signal)
    const silent = seen.filter(({ready}) => !ready).map(({name}) => name)
    if (silent.length > 0) throw new AssayError('unreachable', `not ready: ${silent.join(', ')}`)
    for (const {name, instance} of seen) {
      if (instance === undefined) throw new AssayError('drill_refused', `${name} does not say which process it is`)
      const twin = [...this.#instances].find(([, one]) => one === instance)?.[0]
      if (twin !== undefined) throw new AssayError('drill_refused', `${twin} and ${name} are the same process`)
      this.#instances.set(name, instance)
    }
    const validators = seen.filter(({validator}) => validator)
    const leader = leaderOf(validators, quorumOf(validators.reduce((all, {weight}) => all + weight, 0)))
    const known = seen.find((node) => node.name === leader || node.isLeader === true)
    if (known === undefined || validators.length === 0) return
    this.#first = {leader: known.name, follower: validators.find(({name}) => name !== known.name)?.name}
  }

  identityOf(node: string): NodeIdentity {
    const {profile} = this.#target.setting.target
    return {target: profile.alias, place_sha256: placeDigest(profile), node}
  }

  /** Throws `unreachable` where it does not answer. */
  async ask(name: string, {path}: {readonly path: string}, signal: AbortSignal): Promise<HostReply> {
    const reply = await this.#sight.tell(name, {method: 'GET', path}, signal)
    if (reply !== undefined) return reply
    throw new AssayError('unreachable', `${name} does not answer`)
  }

  /** Why nothing may go on: a process that the drill does not know, or more nodes away than may be. Undefined where all is within bounds. */
  async trespass(signal: AbortSignal): Promise<string | undefined> {
    const mostDown = this.#mostDown
    const seen = await this.#sight.look(signal)
    for (const {name, instance} of seen) {
      const known = this.#instances.get(name)
      if (known !== undefined && instance !== undefined && instance !== known)
        return `another process answers for ${name} than before`
    }
    const away = seen.filter(({answers}) => !answers).map(({name}) => name)
    return away.length > mostDown ? `${away.join(', ')} are away, and ${mostDown} may be` : undefined
  }

  /** Throws `drill_refused` where one more would be too many, at this moment. */
  async stop(node: string, signal: AbortSignal): Promise<void> {
    const mostDown = this.#mostDown
    const trespass = await this.trespass(signal)
    if (trespass !== undefined) throw new AssayError('drill_refused', trespass)
    const seen = await this.#sight.look(signal)
    const others = seen.filter(({name, answers}) => name !== node && !answers).length
    if (others + 1 > mostDown)
      throw new AssayError('drill_refused', `${node} would be one more away than the ${mostDown} that may be`)
    if (isValidator(seen, node) && !hasRoom(seen, node))
      throw new AssayError('drill_refused', `without ${node} the validators have no quorum`)
    this.#instances.set(node, undefined)
    await this.#act('stop', node, signal)
  }

  /** False where it is there already. It is ready when this is done. Throws `unreachable`. */
  async start(node: string, signal: AbortSignal): Promise<boolean> {
    if (await this.#isReady(node, signal)) return false
    this.#instances.set(node, undefined)
    await this.#act('start', node, signal)
    const {ready_within_s: limitS} = this.#target.setting.target.objectives
    const mostMs = limitS === undefined ? READY_MS : limitS * 1000
    for (const begun = this.#clock.monotonicNs(); !(await this.#isReady(node, signal)); ) {
      if (elapsedMs(this.#clock, begun) > mostMs)
        throw new AssayError('unreachable', `${node} is not ready after ${mostMs / 1000} s`)
      await sleep(this.#clock, LOOK_AGAIN_MS, signal)
    }
    return true
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#sight[Symbol.asyncDispose]()
  }

  async #isReady(node: string, signal: AbortSignal): Promise<boolean> {
    return (await this.#sight.look(signal)).some(({name, ready}) => name === node && ready)
  }

  async #act(act: HandAct, node: string, signal: AbortSignal): Promise<void> {
    const {hands} = this.#target
    const end = await hands?.act({act, node, from: '', to: '', release: '', file: ''}, signal)
    if (end?.isGood !== true)
      throw new AssayError('unreachable', `${act} of ${node}: ${end?.detail ?? 'nobody does it'}`)
  }
}

const isValidator = (seen: readonly SeenNode[], node: string): boolean =>
  seen.some(({name, validator}) => name === node && validator)
