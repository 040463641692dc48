/** How far long work has come, told to whoever waits. Never part of a result. `note` names what runs now. */
export interface Progress {
  update(done: number, total: number, note: string): void
}

/** For callers that nobody watches. */
export const NO_PROGRESS: Progress = {update: () => undefined}
