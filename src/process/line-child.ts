import type {ChildEnd} from './children.ts'

/** A child that speaks in lines. The environment is exactly what is given; there is no shell. */
export interface LineChildRequest {
  readonly argv: readonly [string, ...string[]]
  readonly env: Readonly<Record<string, string>>
  readonly cwd?: string
  /**
   * Where the lines go: its standard input and output, or a socket of their own as its file descriptor 3. Then it has no standard input, and
   * what it prints is read and thrown away.
   */
  readonly lines: 'stdio' | 'socket'
  /** Longest line of its output, in bytes; a longer one ends the child and counts as `overlong`. */
  readonly mostLineBytes: number
  readonly onLine: (line: string) => void
  /** What it prints on its standard error, raw, as it comes. */
  readonly onWords?: (piece: Uint8Array) => void
  /** Called once, when it has ended. The last words on its standard error, raw: to be redacted by whoever shows them. */
  readonly onEnd: (end: ChildEnd & {readonly overlong: boolean; readonly lastWords: string}) => void
}

/** Lines in order; to a child that has ended they go nowhere. */
export interface LineChild {
  /** Bytes are whole lines already. */
  write(line: string | Uint8Array): void
  /** Ends its input; SIGTERM to its group after `graceMs`, SIGKILL 2 s later; settles when it has ended. */
  stop(graceMs: number): Promise<void>
  /** For programs that do not end with their input: SIGTERM to its group at once, SIGKILL after `graceMs`; settles when it has ended. */
  terminate(graceMs: number): Promise<void>
}

export type StartLineChild = (request: LineChildRequest) => LineChild
