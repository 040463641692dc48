/** One request as it came. Names of headers as they were written; one that came twice stands twice. */
export interface ServedRequest {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** The body, whole; can be asked for once. */
  body(limit: BodyLimit): Promise<Uint8Array | BodyFault>
}

export interface BodyLimit {
  readonly bytes: number
  /** Aborted when it took too long. */
  readonly signal: AbortSignal
}

/** Why there is no body: larger than its limit, not here in time, or the client went away. */
export type BodyFault = 'too_large' | 'too_late' | 'cut_off'

export interface ServedReply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly json: unknown
  /** Called once: the reply is with the system, or the client is gone. */
  sent?(): void
}

/** A port that takes requests until it is closed. */
export interface HttpListener {
  /** `http://` with address and port, without a path. */
  readonly url: string
  /** Ends at once: open connections are cut. */
  close(): Promise<void>
}

/** Where to listen: a literal address, port 0 for any that is free. */
export interface ServeAddress {
  readonly host: string
  readonly port: number
}

/** Answers requests on an address of this machine. What the answer throws is 500 to the client. Throws `listen_failed`. */
export type ServeHttp = (
  address: ServeAddress,
  answer: (request: ServedRequest) => Promise<ServedReply>,
) => Promise<HttpListener>
