/** One request that came in: names of headers in lower case, the body as it came. */
export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly atMs: number
}

/** A status, nothing at all, or a redirect to this URL. */
export type InboxAnswer = number | 'silence' | {readonly redirect: string}

/** What listens for deliveries; `answer` says how it answers, and may be changed at any time. */
export interface Inbox extends AsyncDisposable {
  /** `host:port` where it listens. */
  readonly address: string
  readonly received: readonly Received[]
  answer: InboxAnswer
}

/** `address`: where to listen, as `host:port`; port 0 for any. Throws `unreachable` where that cannot be. */
export type OpenInbox = (address: string) => Promise<Inbox>
