/** A program that answers in bytes: an argument vector, started without variables and without input. `cwd` is absolute. */
interface ByteRequest {
  readonly argv: readonly [program: string, ...args: string[]]
  readonly cwd: string
  /** More than that on standard output ends it. */
  readonly mostBytes: number
  readonly deadlineMs: number
}

/**
 * How it ended. `failed`: by itself, with another code than 0. `flooded`: it said more than it may. `crashed`: by a signal that was not ours.
 * `missing`: it could not be started.
 */
export interface ByteEnd {
  readonly kind: 'done' | 'failed' | 'flooded' | 'late' | 'crashed' | 'missing'
  readonly output: Uint8Array
  /** The beginning of what it said on standard error, as it is: to be made safe before it is shown. */
  readonly said: string
}

/** Runs a program to its end; SIGKILL at its deadline. Throws the reason of an abort. */
export type RunForBytes = (request: ByteRequest, signal: AbortSignal) => Promise<ByteEnd>
