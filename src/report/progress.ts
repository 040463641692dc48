/** How far long work has come, told to whoever waits. Never part of a result. `note` names what runs now. */
export interface Progress {
  update(done: number, total: number, note: string): void
  /** What whoever waits should know at once, on a line of its own. */
  tell?(text: string): void
  /** One step of a job begins; what it does is told to what this gives. */
  step?(name: string, place: StepPlace): StepProgress
  /** The kinds of the steps of a job that have not begun, told whenever they change. */
  wait?(kinds: readonly string[]): void
}

/** Which step it is, counted from 1. */
export interface StepPlace {
  readonly at: number
  readonly of: number
  /** Steps of one kind take about as long as each other, such as the cells of a matrix; its name where absent. */
  readonly kind?: string
}

export interface StepProgress extends Progress {
  /** The step has ended; `outcome` is its verdict in a word. */
  end(outcome: string): void
}

/** Progress that goes nowhere, for callers without a screen. */
export const NO_PROGRESS: Progress = {update: () => undefined}
