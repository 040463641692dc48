import type {IncomingMessage, ServerResponse} from 'node:http'
import type {ApiErrorCode} from './api-failure.ts'

/** Answers a request, whoever listens. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

/** Certificate chain and key, PEM. */
export interface TlsFiles {
  readonly cert: Uint8Array
  readonly key: Uint8Array
  readonly validFromMs: number
  readonly validToMs: number
}

/** What is said to who sent what is no request. */
export interface Refusal {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Who sent it, as far as anybody knows. */
export interface RefusedCaller {
  /** As the caller gave it. */
  readonly requestId?: string | readonly string[] | undefined
  readonly address: string | undefined
  /** What Node calls it, for the log alone. */
  readonly cause?: string
}

/** The message holds nothing of what was sent. */
export type RefuseCaller = (code: ApiErrorCode, message: string, caller: RefusedCaller) => Refusal

/** What to listen for. */
export interface ListenWish {
  readonly host: string
  /** 0: the machine chooses. */
  readonly port: number
  readonly tls?: TlsFiles | undefined
  readonly handle: RequestHandler
  readonly refuse: RefuseCaller
  /** Who sends and takes nothing for so long is let go of. */
  readonly idleMs: number
}

/** A socket that takes requests. */
export interface Listener {
  /** Scheme, host and the port it got, such as `http://127.0.0.1:8080`. */
  readonly url: string
  /** From now on others answer. */
  handleWith(handle: RequestHandler): void
  /** Takes no more connections; settles when the last request is answered, or those left after the grace are cut off. */
  close(graceMs: number): Promise<void>
}

/** Throws `listen_failed`. */
export type Listen = (wish: ListenWish) => Promise<Listener>
