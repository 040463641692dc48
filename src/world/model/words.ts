/** What an entry is called, such as `walker.x`, and its unit. */
export type NamedEntry = readonly [name: string, unit: string]

/** A world in words: for prompts, for documents that name entries, for people. */
export interface Words {
  /** What is to be done, in one sentence. */
  readonly task: string
  /** What it is made of and how it moves, for people; the exact rules stand in docs/worlds.md. */
  readonly rules: string
  /** One of each entry of a state, a goal and an action, in their order. An action is a share of what its unit says. */
  readonly state: readonly NamedEntry[]
  readonly goal: readonly NamedEntry[]
  readonly action: readonly NamedEntry[]
}
