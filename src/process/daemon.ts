/** A program that goes on when this process ends: an argument vector, never a shell line; the environment is exactly what is given. */
export interface DaemonRequest {
  readonly argv: readonly [string, ...string[]]
  /** Absolute; by it the process is found again. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Absolute: what it prints is appended there, as it is. */
  readonly log: string
}

/** Starts it in a session of its own. False where the program cannot be started; how it goes on nobody here is told. Throws `io_error` for a log that cannot be written. */
export type StartDaemon = (request: DaemonRequest) => Promise<boolean>
