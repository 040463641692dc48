import type {IncomingMessage, ServerResponse} from 'node:http'

/** Answers a request, whoever listens. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

/** Certificate chain and key, PEM. */
export interface TlsFiles {
  readonly cert: Uint8Array
  readonly key: Uint8Array
}

/** What to listen for. */
export interface ListenWish {
  readonly host: string
  /** 0: the machine chooses. */
  readonly port: number
  readonly tls?: TlsFiles | undefined
  readonly handle: RequestHandler
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

/** Throws `node_listen`. */
export type Listen = (wish: ListenWish) => Promise<Listener>
