import type {Safe} from '#redact/safe'

/** A program to run: an argument vector, never a shell line; the environment is exactly what is given. */
export interface ChildRequest {
  readonly argv: readonly [string, ...string[]]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** How much of its output is taken from the beginning, both streams together; of what comes after only the last lines are. */
  readonly mostOutputBytes: number
  /** Takes output as it comes, already safe, whole lines. No more is read before it is done; what it throws ends the child. */
  readonly onOutput: (text: Safe) => Promise<void>
  /** Called when the program has ended, which may be before its output has: others may hold that. */
  readonly onExit?: () => void
}

/** How it ended. `missing`: the program could not be started, for the reason that the system gave as `errno`. */
export interface ChildEnd {
  readonly kind: 'exited' | 'signalled' | 'missing' | 'aborted'
  readonly code?: number
  readonly signal?: string
  readonly errno?: string
}

/** How much of the output of a child was kept and told. */
export interface ChildOutput {
  readonly leftOutBytes: number
  /** Lines of which only the first 64 KiB were kept. */
  readonly cutLines: number
  /** A process that it started still held its output after its end: what that one writes later goes nowhere. */
  readonly isHeldOpen: boolean
}

/**
 * Runs a child in a process group of its own; an abort ends the group: SIGTERM, and SIGKILL 3 s later. One that comes after the program's end
 * changes nothing. Throws what `onOutput` throws.
 */
export interface Children {
  run(request: ChildRequest, signal: AbortSignal): Promise<{readonly end: ChildEnd; readonly output: ChildOutput}>
}
