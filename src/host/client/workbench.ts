/** How a program ended; its output is safe to show, both streams together. */
export interface ProgramEnd {
  readonly code: number | undefined
  readonly output: string
  readonly isMissing: boolean
  /** Why it was not let come to its end. */
  readonly fault?: string
}

/** What a program of a target may take. */
export interface ProgramLimits {
  readonly timeoutMs: number
  readonly mostOutputBytes: number
}

/** How git is called once. `cwd`: a folder of the workbench. `authorization`: null for none, else that of the target. */
export interface GitCallOptions {
  readonly cwd?: string
  readonly authorization?: string | null
  readonly config?: Readonly<Record<string, string>>
}

/** A folder of our own where clones are made, and the git that works in it. */
export interface Workbench {
  /** Never throws for what the service says; its end does. Throws the reason of the signal, `timeout`, and `disk_full` where the folder has no room. */
  git(args: readonly string[], options?: GitCallOptions): Promise<ProgramEnd>
  /** A new file below the folder. */
  write(path: string, content: Uint8Array): Promise<void>
  /** Undefined where there is none. */
  read(path: string): Uint8Array | undefined
  /** A program of the target's own, such as its log reader. Over a limit it is ended, or has said nothing; throws the reason of the signal alone. */
  run(argv: readonly [string, ...string[]], limits: ProgramLimits): Promise<ProgramEnd>
  /** Takes away what stands there below the folder. */
  discard(path: string): Promise<void>
}
