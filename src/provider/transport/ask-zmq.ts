import type {Socket} from 'node:net'
import type {Endpoint} from './connect-port.ts'
import {ZmqLine} from './open-zmq-line.ts'

type ConnectPort = (endpoint: Endpoint, signal: AbortSignal) => Promise<Socket>

export interface ZmqQuestion {
  readonly endpoint: Endpoint
  /** What is asked, in parts that follow one another. */
  readonly pieces: readonly Uint8Array[]
  readonly signal: AbortSignal
}

/**
 * Asks one server, one question after the other. A connection lives as long as every question on it was answered: whatever goes wrong closes
 * it, so nothing of one question ever meets the next.
 */
export class ZmqAsker {
  readonly #mostReplyBytes: number
  readonly #connect: ConnectPort
  #idle: {readonly line: ZmqLine; readonly address: string} | undefined

  constructor(mostReplyBytes: number, connect: ConnectPort) {
    this.#mostReplyBytes = mostReplyBytes
    this.#connect = connect
  }

  /**
   * Connects, where it is not connected; true where it did. `onConnect`: somebody accepted, and has not greeted yet. Throws `unreachable`,
   * `wrong_service`, `incompatible`, or the reason of the signal.
   */
  async greet(endpoint: Endpoint, signal: AbortSignal, onConnect: () => void): Promise<boolean> {
    const before = this.#idle?.line
    const line = await this.#take(endpoint, signal, onConnect)
    this.#keep(line, endpoint)
    return line !== before
  }

  /**
   * The reply; undefined for one of several frames, which nobody here sends. Throws as `greet` does, `contract_violation` for a reply too large,
   * or the reason of the signal.
   */
  async ask({endpoint, pieces, signal}: ZmqQuestion): Promise<Uint8Array | undefined> {
    signal.throwIfAborted()
    const line = await this.#take(endpoint, signal)
    try {
      const [frame, ...more] = await line.ask(pieces, signal)
      this.#keep(line, endpoint)
      return more.length === 0 ? frame : undefined
    } catch (error) {
      line.drop()
      throw error
    }
  }

  /** Closes the connection that waits for the next question. */
  close(): void {
    this.#idle?.line.drop()
    this.#idle = undefined
  }

  /** The idle connection if it leads to the same address; questions asked at once get one each. */
  async #take(endpoint: Endpoint, signal: AbortSignal, onConnect = () => {}): Promise<ZmqLine> {
    const idle = this.#idle
    this.#idle = undefined
    if (idle?.address === zmqAddress(endpoint) && idle.line.isOpen) return idle.line
    idle?.line.drop()
    const socket = await this.#connect(endpoint, signal)
    onConnect()
    return await ZmqLine.open(socket, this.#mostReplyBytes, signal)
  }

  #keep(line: ZmqLine, endpoint: Endpoint): void {
    this.close()
    if (line.isOpen) this.#idle = {line, address: zmqAddress(endpoint)}
  }
}

/** The address in the form of ZeroMQ, which events use as well. */
export function zmqAddress({address, port}: Endpoint): string {
  return `tcp://${address.includes(':') ? `[${address}]` : address}:${port}`
}
