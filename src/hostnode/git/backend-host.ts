import type {Duplex, Readable, Writable} from 'node:stream'

/** One running `git http-backend`, first of a process group of its own. */
export interface BackendChild {
  readonly pid: number
  readonly input: Writable
  readonly output: Readable
  readonly complaints: Readable
  /** Where our hook asks whether refs may move; of a push alone. */
  readonly questions: Duplex | undefined
  /** When it is over and its pipes are closed. Its exit code; undefined where a signal ended it. */
  readonly ended: Promise<number | undefined>
}

/** `isFull`: no file that it writes may have a byte. `hasQuestions`: it will ask before it moves anything. */
export interface StartHow {
  readonly isFull: boolean
  readonly hasQuestions: boolean
}

/** Processes of git that take and give streams. */
export interface BackendHost {
  readonly cores: number
  /** Another one after each boot of the machine. */
  readonly boot: string
  /** With these variables and those of every git child. Rejects with `node_git_missing`. */
  start(variables: Readonly<Record<string, string>>, cwd: string, how: StartHow): Promise<BackendChild>
  /** When a living process began, in a unit of the machine's. */
  startOf(pid: number): string | undefined
  /** To a group. Whether there was anybody to take it; 0 only asks. */
  signal(pid: number, name: NodeJS.Signals | 0): boolean
  /** Asks a group to end, and ends it where it does not. */
  stop(pid: number): Promise<void>
}
