/** One request. `url`: absolute, without userinfo. There is no limit of time but the signal's: it covers everything up to the last byte. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  /** A name with several values goes out as often. */
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body?: string | Uint8Array | undefined
  readonly signal: AbortSignal
}

/** Names of headers are in lower case; of one sent twice, the first counts. */
export interface ReplyHead {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

export interface HttpReply extends ReplyHead {
  readonly body: Uint8Array
}

/** Where a reply goes, piece by piece. What it throws ends the exchange and comes out of it. */
export interface ReplySink {
  start(head: ReplyHead): void
  /** The piece stands until the promise settles, the next comes after it. */
  take(piece: Uint8Array): void | Promise<void>
}

/** Sends requests where its address policy lets it. Redirects are replies like any other. */
export interface HttpClient {
  /**
   * Settles when the last byte was taken. Throws `unreachable`, `wrong_service`, `contract_violation` for a reply that is cut off,
   * `address_refused`, `cleartext_credentials`, or the reason of the signal.
   */
  exchange(request: HttpRequest, sink: ReplySink): Promise<ReplyHead>
  /** Ends whatever is still going on. */
  close(): Promise<void>
}
