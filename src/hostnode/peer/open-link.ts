import {sha256} from '#digest/sha256'
import type {Entropy} from '#random/entropy'
import type {Time} from '#random/timers'
import type {ListenAddress} from '../config/settings.ts'
import type {MemberKey} from '../consensus/member-key.ts'
import {memberOf, type ValidatorNetwork} from '../consensus/network.ts'
import type {PeerMessage} from '../consensus/peer-message.ts'
import type {NodeLog} from '../context/json-log.ts'
import type {PeerFaults} from '../model/peer-faults.ts'
import {PeerConnection, type PeerFault} from './peer-connection.ts'
import type {PeerListener, PeerSocket, PeerSockets} from './peer-socket.ts'

const DIAL_EVERY_MS = 250
const GREETING_MS = 5_000
const NONCE_BYTES = 32
/** Of strangers, so many different ones are told of in the log. */
const MOST_TOLD = 100

/** Who is linked, and how faults are told. */
export interface LinkWish {
  readonly network: ValidatorNetwork
  readonly key: MemberKey
  readonly address: ListenAddress
  readonly faults: PeerFaults
}

export interface LinkContext {
  readonly sockets: PeerSockets
  readonly time: Time
  readonly entropy: Entropy
  readonly log: NodeLog
}

/** What the link tells. */
export interface LinkHandlers {
  joined(peer: string): void
  heard(peer: string, message: PeerMessage): void
}

/** One connection to each other validator: the smaller key dials, so there is no second one. What is lost is said again by who said it. */
export class PeerLink {
  readonly #wish: LinkWish
  readonly #ports: LinkContext
  readonly #handlers: LinkHandlers
  readonly #sessions = new Map<string, PeerConnection>()
  readonly #connections = new Set<PeerConnection>()
  readonly #dialling = new Set<string>()
  readonly #told = new Set<string>()
  #listener: PeerListener | undefined
  #stopDialling: () => void = () => undefined
  #isClosed = false

  constructor(wish: LinkWish, ports: LinkContext, handlers: LinkHandlers) {
    this.#wish = wish
    this.#ports = ports
    this.#handlers = handlers
  }

  /** The address it listens on. Throws `node_listen`. */
  async open(): Promise<string> {
    const {sockets, time} = this.#ports
    this.#listener = await sockets.listen(this.#wish.address, (socket) => this.#connect(socket, undefined))
    this.#stopDialling = time.every(DIAL_EVERY_MS, () => this.#tend())
    this.#tend()
    return this.#listener.address
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#stopDialling()
    for (const connection of this.#connections) connection.close()
    await this.#listener?.close()
  }

  /** Keys of those that can be talked to. */
  get connected(): ReadonlySet<string> {
    return new Set([...this.#sessions.keys()].filter((peer) => !this.#isCut(peer)))
  }

  send(peer: string, message: PeerMessage): void {
    const delayMs = this.#wish.faults.peerDelayMs()
    const send = () => {
      if (!this.#isCut(peer)) this.#sessions.get(peer)?.send(message)
    }
    if (delayMs > 0) this.#ports.time.after(delayMs, send)
    else send()
  }

  sendAll(message: PeerMessage): void {
    for (const peer of this.#sessions.keys()) this.send(peer, message)
  }

  /** Dials who is not there, and lets go of who is cut off. */
  #tend(): void {
    const {network, key} = this.#wish
    for (const [peer, connection] of this.#sessions) if (this.#isCut(peer)) connection.close()
    for (const {pubkey, address} of network.members) {
      if (pubkey <= key.pubkey || this.#isCut(pubkey)) continue
      if (this.#sessions.has(pubkey) || this.#dialling.has(pubkey)) continue
      this.#dialling.add(pubkey)
      this.#ports.sockets.dial(address).then(
        (socket) => this.#connect(socket, pubkey),
        () => this.#dialling.delete(pubkey),
      )
    }
  }

  #isCut(peer: string): boolean {
    return this.#wish.faults.cutPeers().has(memberOf(this.#wish.network, peer)?.name ?? '')
  }

  #connect(socket: PeerSocket, expected: string | undefined): void {
    if (this.#isClosed) socket.close()
    else this.#greet(socket, expected)
  }

  #greet(socket: PeerSocket, expected: string | undefined): void {
    const {network, key} = this.#wish
    const {entropy, time} = this.#ports
    const wish = {network, key, expected, nonce: sha256(entropy.bytes(NONCE_BYTES))}
    const connection = new PeerConnection(socket, wish, {
      greeted: (peer, one) => this.#welcome(peer, one),
      heard: (peer, message) => {
        if (!this.#isCut(peer)) this.#handlers.heard(peer, message)
      },
      closed: (one, fault) => {
        cancel()
        this.#leave(one, fault, expected)
      },
    })
    this.#connections.add(connection)
    const cancel = time.after(GREETING_MS, () => {
      if (connection.peer === undefined) connection.close('silent')
    })
  }

  /** The newer connection of the same member is the live one: the other end of the older may be long gone. */
  #welcome(peer: string, connection: PeerConnection): void {
    const older = this.#sessions.get(peer)
    this.#sessions.set(peer, connection)
    older?.close()
    this.#handlers.joined(peer)
  }

  #leave(connection: PeerConnection, fault: PeerFault | undefined, expected: string | undefined): void {
    this.#connections.delete(connection)
    if (expected !== undefined) this.#dialling.delete(expected)
    const {peer, host} = connection
    if (peer !== undefined && this.#sessions.get(peer) === connection) this.#sessions.delete(peer)
    const what = `${host} ${fault}`
    if (fault === undefined || this.#told.has(what) || this.#told.size >= MOST_TOLD) return
    this.#told.add(what)
    const name = peer === undefined ? null : (memberOf(this.#wish.network, peer)?.name ?? null)
    this.#ports.log.write('warn', 'a connection to the validator link was closed', {fault, host, validator: name})
  }
}
