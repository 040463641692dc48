import {Request} from 'zeromq'
import type {Endpoint} from './check-greeting.ts'
import {watchSocket} from './watch-zmq.ts'

export interface ZmqQuestion {
  readonly endpoint: Endpoint
  readonly bytes: Uint8Array
  readonly signal: AbortSignal
}

/**
 * Asks one server, one question after the other. A socket lives as long as every question on it was answered: a REQ socket that missed a
 * reply never works again, so whatever goes wrong closes it. Replies carry the number of their question; one that comes late or twice
 * is never taken for the answer to another.
 */
export class ZmqAsker {
  readonly #mostReplyBytes: number
  #idle: {readonly socket: Request; readonly address: string} | undefined

  constructor(mostReplyBytes: number) {
    this.#mostReplyBytes = mostReplyBytes
  }

  /**
   * The reply; undefined for one of several frames, which nobody here sends. Throws `unreachable`, `contract_violation` for a reply too large,
   * or the reason of the signal.
   */
  async ask({endpoint, bytes, signal}: ZmqQuestion): Promise<Uint8Array | undefined> {
    signal.throwIfAborted()
    const address = zmqAddress(endpoint)
    const {socket, isUsed} = this.#take(address)
    // Closing ends the waits for sending and receiving, so the deadline of the signal is the time limit of both.
    const stop = () => socket.close()
    signal.addEventListener('abort', stop, {once: true})
    const watch = watchSocket({socket, isUsed, mostReplyBytes: this.#mostReplyBytes})
    try {
      await socket.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
      const [frame, ...more] = await Promise.race([socket.receive(), watch.lost])
      this.close()
      if (watch.stop()) socket.close()
      else this.#idle = {socket, address}
      return more.length === 0 ? frame : undefined
    } catch (error) {
      socket.close()
      throw signal.aborted ? signal.reason : error
    } finally {
      watch.stop()
      signal.removeEventListener('abort', stop)
    }
  }

  /** Closes the socket that waits for the next question. */
  close(): void {
    this.#idle?.socket.close()
    this.#idle = undefined
  }

  /** The idle socket if it leads to the same address; questions asked at once get one each. */
  #take(address: string): {readonly socket: Request; readonly isUsed: boolean} {
    const idle = this.#idle
    this.#idle = undefined
    if (idle?.address === address) return {socket: idle.socket, isUsed: true}
    idle?.socket.close()
    const socket = new Request({linger: 0, maxMessageSize: this.#mostReplyBytes, correlate: true})
    // What befalls the connection is kept from now on, for whoever comes to look.
    void socket.events
    socket.connect(address)
    return {socket, isUsed: false}
  }
}

/** As ZeroMQ and events write it. */
export function zmqAddress({address, port}: Endpoint): string {
  return `tcp://${address.includes(':') ? `[${address}]` : address}:${port}`
}
