/** More wait with their own nodes, which tell of them again. */
const MOST_WAITING = 10_000

/** Writes of other nodes that no block holds yet, in the order in which they were told. */
export class WritePool {
  readonly #digests = new Set<string>()

  add(digests: readonly string[]): void {
    for (const digest of digests) if (this.#digests.size < MOST_WAITING) this.#digests.add(digest)
  }

  remove(digests: readonly string[]): void {
    for (const digest of digests) this.#digests.delete(digest)
  }

  all(): string[] {
    return [...this.#digests]
  }
}
