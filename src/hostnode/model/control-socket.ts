/** Answers one line, without its end, with another. */
export type AnswerLine = (line: Uint8Array) => Promise<string>

/** What a socket takes at most. */
export interface ControlLimits {
  readonly lineBytes: number
  /** The answer to a line that is longer; the connection ends with it. */
  readonly tooLong: string
}

/** Lines over a socket of this machine that its owner alone may open. */
export interface ControlSocket {
  /** The longest path that a socket may have, in bytes. */
  readonly mostPathBytes: number
  /** Where nothing has that name. Disposed, it is gone with all connections. Throws `listen_failed`. */
  listen(path: string, answer: AnswerLine, limits: ControlLimits): Promise<AsyncDisposable>
  /** Sends one line and gives the line that comes back. Throws `unreachable`. */
  ask(path: string, line: string): Promise<string>
}
