import type {MemberKey} from '../consensus/member-key.ts'
import type {PeerMessage} from '../consensus/peer-message.ts'
import {openMessage, sealMessage} from './envelope.ts'
import {Handshake, type HandshakeFault, type HandshakeWish} from './handshake.ts'
import type {PeerSocket} from './peer-socket.ts'

/** Why a connection was closed by this side. */
export type PeerFault = HandshakeFault | 'too_long' | 'silent'

/** What becomes of a connection. */
export interface ConnectionHandlers {
  /** The other side showed who it is. */
  greeted(peer: string, connection: PeerConnection): void
  heard(peer: string, message: PeerMessage): void
  /** Once. `fault` where the other side did what it may not. */
  closed(connection: PeerConnection, fault: PeerFault | undefined): void
}

/** One connection from its greeting to its end. */
export class PeerConnection {
  readonly host: string
  readonly #socket: PeerSocket
  readonly #key: MemberKey
  readonly #handshake: Handshake
  readonly #handlers: ConnectionHandlers
  #session: {readonly peer: string; readonly id: string} | undefined
  #sent = 0
  #heard = 0
  #fault: PeerFault | undefined
  #isOver = false

  constructor(socket: PeerSocket, wish: HandshakeWish, handlers: ConnectionHandlers) {
    this.host = socket.host
    this.#socket = socket
    this.#key = wish.key
    this.#handshake = new Handshake(wish)
    this.#handlers = handlers
    socket.start({
      line: (text) => this.#hear(text),
      closed: (why) => {
        this.#isOver = true
        handlers.closed(this, this.#fault ?? (why === 'too_long' ? why : undefined))
      },
    })
    socket.send(this.#handshake.hello())
  }

  get peer(): string | undefined {
    return this.#session?.peer
  }

  send(message: PeerMessage): void {
    if (this.#session !== undefined) this.#socket.send(sealMessage(this.#key, this.#session.id, ++this.#sent, message))
  }

  close(fault?: PeerFault): void {
    this.#fault ??= fault
    this.#isOver = true
    this.#socket.close()
  }

  #hear(text: string): void {
    if (this.#isOver) return
    const line = parsed(text)
    if (this.#session === undefined) this.#greet(line)
    else this.#open(line, this.#session)
  }

  #open(line: unknown, {peer, id}: {readonly peer: string; readonly id: string}): void {
    const opened = openMessage(line, {peer, session: id, last: this.#heard})
    if ('fault' in opened) this.close(opened.fault)
    else {
      this.#heard = opened.n
      this.#handlers.heard(peer, opened.message)
    }
  }

  #greet(line: unknown): void {
    const step = this.#handshake.take(line)
    if ('fault' in step) this.close(step.fault)
    else if ('say' in step) this.#socket.send(step.say)
    else {
      this.#session = {peer: step.peer, id: step.session}
      this.#handlers.greeted(step.peer, this)
    }
  }
}

/** Undefined for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
