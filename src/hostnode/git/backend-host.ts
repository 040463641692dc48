import type {Duplex, Readable, Writable} from 'node:stream'

/** One running `git http-backend`, leader of its own process group. */
export interface BackendChild {
  readonly pid: number
  readonly input: Writable
  readonly output: Readable
  readonly complaints: Readable
  /** The pipe on which our hook asks whether refs may move; only for pushes. */
  readonly questions: Duplex | undefined
  /** Settles when it has ended and its pipes are closed, with its exit code; undefined if a signal ended it. */
  readonly ended: Promise<number | undefined>
}

/** `isFull`: simulates a full disk, no file may get a byte. `hasQuestions`: its hook asks before any ref moves. */
export interface StartHow {
  readonly isFull: boolean
  readonly hasQuestions: boolean
}

/** Starts and signals git processes that stream input and output. */
export interface BackendHost {
  readonly cores: number
  /** Identifies the boot of the machine. */
  readonly boot: string
  /** Starts a child with these variables and those of every git child. Rejects with `node_git_missing`. */
  start(variables: Readonly<Record<string, string>>, cwd: string, how: StartHow): Promise<BackendChild>
  /** Start time of a living process, in a unit of the machine. */
  startOf(pid: number): string | undefined
  /** Signals a process group and returns whether it exists; 0 only asks. */
  signal(pid: number, name: NodeJS.Signals | 0): boolean
  /** Asks a process group to end, and kills it if it does not. */
  stop(pid: number): Promise<void>
}
