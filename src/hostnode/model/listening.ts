import type {IncomingMessage, ServerResponse} from 'node:http'
import type {ApiErrorCode} from './api-failure.ts'

/** Answers a request, on any listener. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

/** Certificate chain and key, PEM. */
export interface TlsFiles {
  readonly cert: Uint8Array
  readonly key: Uint8Array
  readonly validFromMs: number
  readonly validToMs: number
}

/** The response to input that is no valid request. */
export interface Refusal {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The sender of a refused input, as far as it is known. */
export interface RefusedCaller {
  /** As the caller sent it. */
  readonly requestId?: string | readonly string[] | undefined
  readonly address: string | undefined
  /** Node's error code, for the log alone. */
  readonly cause?: string
}

/** Makes a refusal. The message repeats nothing of what was sent. */
export type RefuseCaller = (code: ApiErrorCode, message: string, caller: RefusedCaller) => Refusal

/** What a listener is made of. */
export interface ListenWish {
  readonly host: string
  /** 0: the machine chooses. */
  readonly port: number
  readonly tls?: TlsFiles | undefined
  readonly handle: RequestHandler
  readonly refuse: RefuseCaller
  /** Ms after which a connection that neither sends nor takes anything is closed. */
  readonly idleMs: number
}

/** A listening socket. */
export interface Listener {
  /** Scheme, host and the port it got, such as `http://127.0.0.1:8080`. */
  readonly url: string
  /** Replaces the handler of requests. */
  handleWith(handle: RequestHandler): void
  /** Takes no more connections; settles when the last request is answered, or when those left after the grace period are cut off. */
  close(graceMs: number): Promise<void>
}

/** Throws `listen_failed`. */
export type Listen = (wish: ListenWish) => Promise<Listener>
