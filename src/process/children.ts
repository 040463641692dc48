import type {Safe} from '#redact/safe'

/** A program to run: an argument vector, never a shell line; the environment is exactly what is given. */
export interface ChildRequest {
  readonly argv: readonly [string, ...string[]]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Takes output as it comes, already safe, whole lines. */
  readonly onOutput: (stream: 'stdout' | 'stderr', text: Safe) => void
}

/** How it ended. `missing`: the program could not be started. */
export interface ChildEnd {
  readonly kind: 'exited' | 'signalled' | 'missing' | 'aborted'
  readonly code?: number
  readonly signal?: string
}

/** Runs a child in a process group of its own; an abort ends the group: SIGTERM, and SIGKILL 3 s later. */
export interface Children {
  run(request: ChildRequest, signal: AbortSignal): Promise<ChildEnd>
}
