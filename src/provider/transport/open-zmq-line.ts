import type {Socket} from 'node:net'
import {ProviderError} from '#error/provider-error'
import {violation} from '../model/provider-fault.ts'
import {
  commandFrame,
  commandOf,
  FLAGS,
  frameHead,
  type GreetingFault,
  greeting,
  greetingFault,
  readyFault,
  readyFrame,
} from './zmtp.ts'
import {type ZmtpFrame, ZmtpReader} from './zmtp-reader.ts'

interface Waiter {
  done(frames: readonly Uint8Array[]): void
  fail(error: unknown): void
}

const CODES = {down: 'unreachable', wrong_service: 'wrong_service', incompatible: 'incompatible'} as const
/** Frames of one message: its number, an empty one, and what it says; servers send one of those. */
const MOST_FRAMES = 16
const NUMBER_BYTES = 4
const NO_REQUESTS: GreetingFault = {
  fault: 'wrong_service',
  message: 'another ZeroMQ service listens there, one that takes no requests',
}

/**
 * One connection as a REQ socket of ZMTP 3.0 has it, without security. Questions carry a number that REP and ROUTER sockets hand back: a reply
 * that comes late or twice belongs to no question. It keeps no process up while nothing is asked.
 */
export class ZmqLine {
  readonly #socket: Socket
  readonly #reader: ZmtpReader
  readonly #mostReplyBytes: number
  readonly #ready = Promise.withResolvers<void>()
  #isReady = false
  #end: unknown
  #waiter: Waiter | undefined
  #frames: Uint8Array[] = []
  #frameBytes = 0
  #asked = 0

  private constructor(socket: Socket, mostReplyBytes: number) {
    this.#socket = socket
    this.#mostReplyBytes = mostReplyBytes
    this.#reader = new ZmtpReader(mostReplyBytes)
    this.#ready.promise.catch(() => {})
    socket.on('data', (bytes) => this.#read(bytes))
    socket.on('error', (cause) => this.#stop(this.#broken(cause)))
    socket.on('close', () => this.#stop(this.#broken()))
    socket.write(greeting())
  }

  /** Greets over a connection. Throws `unreachable`, `wrong_service`, `incompatible`, or the reason of the signal. */
  static async open(socket: Socket, mostReplyBytes: number, signal: AbortSignal): Promise<ZmqLine> {
    const line = new ZmqLine(socket, mostReplyBytes)
    await line.#until(signal, line.#ready.promise)
    line.#socket.unref()
    return line
  }

  get isOpen(): boolean {
    return this.#end === undefined
  }

  /** The frames of the reply. One question at a time. Throws what ended the connection, or the reason of the signal. */
  async ask(pieces: readonly Uint8Array[], signal: AbortSignal): Promise<readonly Uint8Array[]> {
    const {promise, resolve, reject} = Promise.withResolvers<readonly Uint8Array[]>()
    if (this.#end !== undefined) throw this.#end
    this.#waiter = {done: resolve, fail: reject}
    this.#socket.ref()
    this.#send(pieces)
    const frames = await this.#until(signal, promise)
    this.#socket.unref()
    return frames
  }

  /** Cuts the connection; whatever is on its way is lost. */
  drop(reason: unknown = new ProviderError('unreachable', 'the connection was dropped', {fault: 'down'})): void {
    this.#stop(reason)
    this.#socket.destroy()
  }

  /** A socket of another kind greets and then hangs up on one that asks. */
  #broken(cause?: unknown): ProviderError {
    if (!this.#isReady && this.#reader.passGreeting()) return faultOf(NO_REQUESTS)
    const message = this.#isReady
      ? 'the connection broke before the reply was there'
      : 'server hung up before it greeted as ZeroMQ does: it is being stopped, or another service listens there'
    return new ProviderError('unreachable', message, {fault: 'down', cause, retryable: true})
  }

  #until<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
    const stop = () => this.drop(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, {once: true})
    return promise.finally(() => signal.removeEventListener('abort', stop))
  }

  #send(pieces: readonly Uint8Array[]): void {
    const bytes = pieces.reduce((sum, {length}) => sum + length, 0)
    const number = Buffer.alloc(NUMBER_BYTES)
    number.writeUInt32BE(this.#asked)
    const envelope = [frameHead(FLAGS.more, NUMBER_BYTES), number, frameHead(FLAGS.more, 0), frameHead(0, bytes)]
    this.#socket.cork()
    this.#socket.write(Buffer.concat(envelope))
    for (const piece of pieces) this.#socket.write(piece)
    this.#socket.uncork()
  }

  #read(bytes: Buffer): void {
    if (this.#end !== undefined) return
    this.#reader.push(bytes)
    try {
      const begun = this.#reader.greeting
      const bad = begun && greetingFault(begun)
      if (bad !== undefined) throw faultOf(bad)
      if (!this.#reader.passGreeting()) return
      // Not earlier: a socket of another kind would close the connection before it states its type.
      if (begun !== undefined) this.#socket.write(readyFrame('REQ'))
      for (let frame = this.#reader.next(); frame !== undefined; frame = this.#reader.next()) this.#take(frame)
    } catch (error) {
      this.drop(error)
    }
  }

  #take(frame: ZmtpFrame): void {
    if (frame.isCommand) this.#obey(frame.body)
    else this.#collect(frame)
  }

  #collect(frame: ZmtpFrame): void {
    if (!this.#isReady) throw violation('a message came before the connection was ready')
    this.#frames.push(frame.body)
    this.#frameBytes += frame.body.length
    if (this.#frames.length > MOST_FRAMES) throw violation(`the reply has more than ${MOST_FRAMES} frames`)
    if (this.#frameBytes > this.#mostReplyBytes)
      throw violation(`the reply is larger than ${this.#mostReplyBytes} bytes`)
    if (frame.hasMore) return
    const frames = this.#frames
    this.#frames = []
    this.#frameBytes = 0
    this.#answer(frames)
  }

  /** A message with another number answers a question that nobody waits for any more. */
  #answer([number, empty, ...frames]: readonly Uint8Array[]): void {
    const isEnvelope = number?.length === NUMBER_BYTES && empty?.length === 0
    if (!isEnvelope || Buffer.from(number).readUInt32BE() !== this.#asked || this.#waiter === undefined) return
    const {done} = this.#waiter
    this.#waiter = undefined
    this.#asked = (this.#asked + 1) >>> 0
    done(frames)
  }

  #obey(body: Uint8Array): void {
    const {name, data} = commandOf(body) ?? {}
    if (name === undefined || data === undefined) throw violation('a command of the connection is malformed')
    if (name === 'READY') {
      const bad = readyFault(data)
      if (bad !== undefined) throw faultOf(bad)
      this.#isReady = true
      this.#ready.resolve()
    } else if (name === 'ERROR') throw faultOf(NO_REQUESTS)
    // Two bytes say how long the other side waits; the rest is to be sent back.
    else if (name === 'PING') this.#socket.write(commandFrame('PONG', data.subarray(2)))
  }

  #stop(error: unknown): void {
    this.#end ??= error
    this.#ready.reject(this.#end)
    this.#waiter?.fail(this.#end)
    this.#waiter = undefined
  }
}

function faultOf({message, fault}: GreetingFault): ProviderError {
  return new ProviderError(CODES[fault], message, {fault, retryable: fault === 'down'})
}
