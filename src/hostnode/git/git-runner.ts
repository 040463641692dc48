/** How a git command ended. */
export interface GitEnd {
  /** Undefined if git could not be started or was ended by a signal. */
  readonly code: number | undefined
  readonly stdout: string
  readonly stderr: string
  /** Git is not installed, or this user may not run it. */
  readonly isMissing?: boolean
}

/** Runs git with an argument vector and an environment built from scratch. */
export interface GitRunner {
  run(args: readonly string[], options: GitRunOptions): Promise<GitEnd>
}

/** How one command is run. */
export interface GitRunOptions {
  readonly cwd: string
  readonly timeoutMs: number
  /** Most bytes of output, 1 MiB by default; a command that writes more is ended. */
  readonly mostBytes?: number
  /** Standard input. */
  readonly input?: string
}

/** The variables of every git child. Its home is an empty folder, and nothing of this machine's configuration reaches it. */
export function gitEnvironment(path: string, home: string): Readonly<Record<string, string>> {
  return {
    PATH: path,
    LC_ALL: 'C',
    TZ: 'UTC',
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
  }
}
