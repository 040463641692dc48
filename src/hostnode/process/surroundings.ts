/** What the program that was started hands in: nothing below reads the process by itself. */
export interface NodeSurroundings {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Absolute. */
  readonly cwd: string
  readonly pid: number
  out(text: string): void
  err(text: string): void
  /** Ends the process at once. */
  endNow(code: number): void
  /** Ends the process as `kill -9` does. */
  crash(): void
}
