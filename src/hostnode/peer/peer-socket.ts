import type {ListenAddress} from '../config/settings.ts'

/** Longer lines end the connection. */
export const MOST_PEER_LINE_BYTES = 64 * 1024

/** What happens on a connection. */
export interface LineHandlers {
  line(text: string): void
  /** Once. `too_long`: a line that has no end. */
  closed(why: 'ended' | 'too_long'): void
}

/** A connection that carries lines. */
export interface PeerSocket {
  /** The address of the other side, without port. */
  readonly host: string
  /** Dropped where too much waits to be sent already: everything is said again. */
  send(line: string): void
  close(): void
  /** Nothing is heard before. */
  start(handlers: LineHandlers): void
}

export interface PeerListener {
  /** `host:port` with the port it got. */
  readonly address: string
  close(): Promise<void>
}

/** The network as the link sees it. */
export interface PeerSockets {
  /** Throws `node_listen`. */
  listen(address: ListenAddress, take: (socket: PeerSocket) => void): Promise<PeerListener>
  /** Rejects where nobody takes it. */
  dial(address: ListenAddress): Promise<PeerSocket>
}
