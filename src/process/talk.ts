import type {ChildEnd} from './children.ts'

/** A child process that is spoken with in messages; whatever the structured clone algorithm takes can be sent. */
export interface Talk {
  /** Sent in order; to one that has ended it goes nowhere. */
  say(message: unknown): void
  /** The next thing it says; undefined once it has ended. */
  hear(): Promise<unknown>
  /** Ends it if it has not ended `graceMs` from now, and tells how it ended. */
  end(graceMs: number): Promise<ChildEnd>
}

/** Starts the program of this process's own kind that measures. Its environment is exactly what is given. */
export type StartTalk = (request: {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
}) => Promise<Talk>
