/** How a git command ended. */
export interface GitEnd {
  /** Undefined where git could not be started, or was ended by a signal. */
  readonly code: number | undefined
  readonly stdout: string
  readonly stderr: string
  /** Git is not there, or not for this user. */
  readonly isMissing?: boolean
}

/** Runs git with an argument vector and an environment made from nothing. */
export interface GitRunner {
  run(args: readonly string[], options: GitRunOptions): Promise<GitEnd>
}

/** How one command is run. */
export interface GitRunOptions {
  readonly cwd: string
  readonly timeoutMs: number
  /** Of its output; 1 MiB where absent. Who writes more is ended. */
  readonly mostBytes?: number
  /** What it reads. */
  readonly input?: string
}

/** What every git child is given; its home is an empty folder. Nothing of this machine's configuration reaches it. */
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
