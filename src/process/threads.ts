/** A thread of this process that is spoken with in messages; whatever the structured clone algorithm takes can be sent. */
export interface Thread {
  say(message: unknown): void
  /** Ends it wherever it is. */
  stop(): Promise<void>
}

/** Receives the messages of a thread. After a failure none follows. */
export interface ThreadListener {
  heard(message: unknown): void
  failed(error: unknown): void
}

/** Starts the program of this process's own kind that runs trials. */
export type StartThread = (listener: ThreadListener) => Thread

/** Threads, and how many of them this machine can run at once. */
export interface Threads {
  readonly cores: () => number
  readonly start: StartThread
}
