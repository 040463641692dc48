/** What a provider answered first of all, before any trial, so that one can ask it again and look whether it stays so. */
export interface FirstAnswer {
  readonly capability: 'predict' | 'score'
  /** The environment that was asked about, by the name that providers are given. */
  readonly environment: string
  /** Numbers of the answer, or what is against the contract in it. */
  readonly answer: ArrayLike<number> | {readonly broken: string}
  /** Asks the same once more, and gives the numbers. Throws as a call does. */
  readonly ask: (signal: AbortSignal) => Promise<ArrayLike<number>>
}
