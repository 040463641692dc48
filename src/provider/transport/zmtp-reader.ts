import {violation} from '../model/provider-fault.ts'
import {FLAGS, GREETING_BYTES} from './zmtp.ts'

export interface ZmtpFrame {
  readonly isCommand: boolean
  readonly hasMore: boolean
  readonly body: Uint8Array
}

const KNOWN = FLAGS.more | FLAGS.long | FLAGS.command

/** Frames out of the bytes of a connection, in whatever pieces they come. It holds no more than it was given. Source: RFC 23/ZMTP. */
export class ZmtpReader {
  readonly #mostFrameBytes: number
  #chunks: Buffer[] = []
  #heldBytes = 0
  #isGreeted = false
  /** Flags of the frame that is being read. */
  #flags: number | undefined
  #needed = GREETING_BYTES

  constructor(mostFrameBytes: number) {
    this.#mostFrameBytes = mostFrameBytes
  }

  /** What came of the greeting, until all of it has: a server that speaks something else is known by its first byte. */
  get greeting(): Uint8Array | undefined {
    return this.#isGreeted ? undefined : Buffer.concat(this.#chunks).subarray(0, GREETING_BYTES)
  }

  /** Goes on to the frames. False as long as the greeting is not whole. */
  passGreeting(): boolean {
    if (!this.#isGreeted && this.#heldBytes >= GREETING_BYTES) {
      this.#take(GREETING_BYTES)
      this.#isGreeted = true
      this.#needed = 2
    }
    return this.#isGreeted
  }

  push(bytes: Buffer): void {
    this.#chunks.push(bytes)
    this.#heldBytes += bytes.length
  }

  /** The next whole frame. Throws `contract_violation` for a head that is none, or one that announces too much. */
  next(): ZmtpFrame | undefined {
    if (this.#flags === undefined && !this.#readHead()) return undefined
    if (this.#heldBytes < this.#needed) return undefined
    const flags = this.#flags ?? 0
    const body = this.#take(this.#needed)
    this.#flags = undefined
    this.#needed = 2
    return {isCommand: (flags & FLAGS.command) !== 0, hasMore: (flags & FLAGS.more) !== 0, body}
  }

  #readHead(): boolean {
    if (this.#heldBytes < 2) return false
    const flags = this.#peek(1)[0] ?? 0
    if ((flags & ~KNOWN) !== 0) throw violation('the connection does not follow ZeroMQ')
    const headBytes = (flags & FLAGS.long) === 0 ? 2 : 9
    if (this.#heldBytes < headBytes) return false
    const head = this.#take(headBytes)
    const size = headBytes === 2 ? (head[1] ?? 0) : Number(head.readBigUInt64BE(1))
    if (size > this.#mostFrameBytes) throw violation(`the reply is larger than ${this.#mostFrameBytes} bytes`)
    this.#flags = flags
    this.#needed = size
    return true
  }

  #peek(count: number): Buffer {
    const [first] = this.#chunks
    if (first !== undefined && first.length >= count) return first
    const all = Buffer.concat(this.#chunks)
    this.#chunks = [all]
    return all
  }

  #take(count: number): Buffer {
    const first = this.#peek(count)
    const rest = first.subarray(count)
    if (rest.length === 0) this.#chunks.shift()
    else this.#chunks[0] = rest
    this.#heldBytes -= count
    return first.subarray(0, count)
  }
}
