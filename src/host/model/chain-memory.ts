/** Blocks that are remembered: more than a node tells at once, by far. */
const MOST_BLOCKS = 10_000

/** What one validator told of its chain so far. What a chain holds is final: it grows, and a block stays where it stands. */
export class ChainMemory {
  #highest = 0
  readonly #blockAt = new Map<number, string>()
  readonly #heightOf = new Map<string, number>()

  /** Keeps what is told now, and says what of it cannot be true beside what was told before. */
  take(height: number | undefined, blocks: ReadonlyMap<number, string>): string | undefined {
    const faults = [this.#takeHeight(height), ...[...blocks].map(([at, block]) => this.#takeBlock(at, block))]
    return faults.find((fault) => fault !== undefined)
  }

  #takeHeight(height: number | undefined): string | undefined {
    if (height === undefined) return undefined
    const isLower = height < this.#highest
    this.#highest = Math.max(height, this.#highest)
    return isLower ? 'the height fell' : undefined
  }

  #takeBlock(height: number, block: string): string | undefined {
    if (this.#blockAt.size > MOST_BLOCKS) this.#forget()
    const [before, other] = [this.#blockAt.get(height), this.#heightOf.get(block)]
    this.#blockAt.set(height, block)
    this.#heightOf.set(block, height)
    if (before !== undefined && before !== block) return `height ${height} has another block than it had`
    return other !== undefined && other !== height
      ? `one block stands at the heights ${other} and ${height}`
      : undefined
  }

  #forget(): void {
    this.#blockAt.clear()
    this.#heightOf.clear()
  }
}
