/** One request that came in: names of headers in lower case, the body as it came. */
export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly atMs: number
}

/** What listens for deliveries; `answer` says with which status, and may be changed at any time. */
export interface Inbox extends AsyncDisposable {
  /** `host:port` where it listens. */
  readonly address: string
  readonly received: readonly Received[]
  answer: number | 'silence'
}

/** `address`: where to listen, as `host:port`; port 0 for any. Throws `unreachable` where that cannot be. */
export type OpenInbox = (address: string) => Promise<Inbox>
