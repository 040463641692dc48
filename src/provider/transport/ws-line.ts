import {WebSocket} from 'ws'
import {AssayError} from '#error/assay-error'
import {ProviderError} from '#error/provider-error'
import {literalRefusal} from '#net/address-policy'
import {guardedLookup} from '#net/guarded-lookup'
import {connectionFault} from '#net/http-fault'
import type {Guard} from '#net/resolve-host'
import {waitWithin} from '../model/wait-out.ts'
import {isForeign, replyFault} from './http/reply-fault.ts'

/** A frame of the other side: text, or bytes. */
export type Frame = {readonly text: string} | {readonly bytes: Uint8Array}

export interface WsTarget {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly mostReplyBytes: number
  readonly guard: Guard
}

interface Waiter {
  done(frame: Frame): void
  fail(error: unknown): void
}

/**
 * One WebSocket connection, read frame by frame. It keeps no process up by itself. Compression is off: images do not shrink, and nothing
 * that unpacks to more than it says gets in.
 */
export class WsLine {
  readonly #socket: WebSocket
  readonly #frames: Frame[] = []
  #waiter: Waiter | undefined
  #end: unknown

  private constructor(target: WsTarget) {
    const {url, headers, mostReplyBytes, guard} = target
    const options = {
      headers,
      perMessageDeflate: false,
      maxPayload: mostReplyBytes,
      lookup: guardedLookup(guard),
    }
    this.#socket = new WebSocket(url, options as WebSocket.ClientOptions)
    this.#socket.on('upgrade', ({socket}) => socket.unref())
    this.#socket.on('message', (data, isBinary) => this.#take(isBinary ? {bytes: bytesOf(data)} : {text: String(data)}))
    this.#socket.on('error', (error) => this.#stop(wsFault(error)))
    this.#socket.on('close', (code) => this.#stop(closed(code)))
  }

  /** Connects and waits for the upgrade. Throws `unreachable`, `wrong_service`, `unauthorized`, `busy`, an address refusal, or the reason of the signal. */
  static async open(target: WsTarget, signal: AbortSignal): Promise<WsLine> {
    const {hostname} = target.url
    const refusal = literalRefusal(target.guard.policy, hostname, target.guard.isBare)
    if (refusal !== undefined) throw refusal
    const line = new WsLine(target)
    try {
      await line.#upgraded(signal)
      return line
    } catch (error) {
      line.drop()
      throw error
    }
  }

  /** False once it broke, or when the other side spoke without being asked: then nobody can tell which answer is whose. */
  get isClean(): boolean {
    return this.#end === undefined && this.#frames.length === 0
  }

  send(bytes: Uint8Array): void {
    this.#socket.send(bytes, {binary: true})
  }

  /** The next frame. Throws what ended the connection, or the reason of the signal. */
  next(signal: AbortSignal): Promise<Frame> {
    const frame = this.#frames.shift()
    if (frame !== undefined) return Promise.resolve(frame)
    return this.#waited(signal)
  }

  /** Cuts the connection; whatever is on its way is lost. */
  drop(): void {
    this.#end ??= new ProviderError('unreachable', 'the connection was dropped', {fault: 'down'})
    this.#socket.terminate()
  }

  #upgraded(signal: AbortSignal): Promise<unknown> {
    const {promise, resolve, reject} = Promise.withResolvers<void>()
    this.#socket.once('open', resolve)
    this.#socket.once('unexpected-response', (_, {statusCode}) => reject(refusedUpgrade(statusCode ?? 0)))
    this.#socket.once('error', (error) => reject(wsFault(error)))
    return waitWithin(signal, () => promise)
  }

  #waited(signal: AbortSignal): Promise<Frame> {
    return new Promise<Frame>((done, fail) => {
      if (signal.aborted) return fail(signal.reason)
      if (this.#end !== undefined) return fail(this.#end)
      const stop = () => fail(signal.reason)
      signal.addEventListener('abort', stop, {once: true})
      const settle =
        <T>(end: (value: T) => void) =>
        (value: T) => {
          signal.removeEventListener('abort', stop)
          this.#waiter = undefined
          end(value)
        }
      this.#waiter = {done: settle(done), fail: settle(fail)}
    })
  }

  #take(frame: Frame): void {
    if (this.#waiter === undefined) this.#frames.push(frame)
    else this.#waiter.done(frame)
  }

  #stop(error: unknown): void {
    this.#end ??= error
    this.#waiter?.fail(this.#end)
  }
}

function bytesOf(data: Buffer | ArrayBuffer | Buffer[]): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data)
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data
}

function refusedUpgrade(status: number): AssayError {
  const fault = isForeign(status)
    ? undefined
    : replyFault({status, headers: {}, body: new Uint8Array()}, {nowMs: 0, isRead: true})
  const message = `server answered ${status} instead of the upgrade to a WebSocket`
  return (
    fault ?? new ProviderError('wrong_service', message, {fault: 'wrong_service', statusCode: status, retryable: false})
  )
}

/** Errors of the protocol itself are broken promises; of the connection, what they are for HTTP. */
function wsFault(error: Error & {code?: string}): unknown {
  if (error instanceof AssayError) return error
  if (error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH')
    return new ProviderError('contract_violation', 'a frame is larger than 64 MiB', {cause: error, retryable: false})
  if (error.code?.startsWith('WS_ERR_'))
    return new ProviderError('contract_violation', 'server broke the rules of WebSocket', {
      cause: error,
      retryable: false,
    })
  if (error.code === undefined)
    return new ProviderError('wrong_service', 'what answers is no WebSocket server', {
      fault: 'wrong_service',
      cause: error,
      retryable: false,
    })
  return connectionFault(error, false)
}

function closed(code: number): ProviderError {
  return new ProviderError('unreachable', `the connection was closed (${code}) without an answer`, {fault: 'down'})
}
