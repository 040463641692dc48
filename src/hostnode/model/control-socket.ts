/** Answers one line with another, both without their line ends. */
export type AnswerLine = (line: Uint8Array) => Promise<string>

/** Limits of a control socket. */
export interface ControlLimits {
  readonly lineBytes: number
  /** The response to a longer line, after which the connection ends. */
  readonly tooLong: string
}

/** Exchanges lines over a local socket that only its owner may open. */
export interface ControlSocket {
  /** The longest path that a socket may have, in bytes. */
  readonly mostPathBytes: number
  /** Listens at a path that does not exist yet. Disposing it removes the socket and closes all connections. Throws `listen_failed`. */
  listen(path: string, answer: AnswerLine, limits: ControlLimits): Promise<AsyncDisposable>
  /** Sends one line and returns the line that comes back. Throws `unreachable`. */
  ask(path: string, line: string): Promise<string>
}
