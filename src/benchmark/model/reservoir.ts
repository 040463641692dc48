import type {Stream} from '#random/stream'

/**
 * A uniform sample of everything offered, at most `capacity` items; up to there it is everything, in order.
 * Source: J. S. Vitter, Random Sampling with a Reservoir (1985), algorithm R.
 */
export class Reservoir<Item> {
  readonly #capacity: number
  readonly #stream: Pick<Stream, 'int'>
  readonly #kept: Item[] = []
  #offered = 0

  constructor(capacity: number, stream: Pick<Stream, 'int'>) {
    this.#capacity = capacity
    this.#stream = stream
  }

  offer(item: Item): void {
    this.#offered++
    if (this.#kept.length < this.#capacity) {
      this.#kept.push(item)
      return
    }
    const at = this.#stream.int(this.#offered)
    if (at < this.#capacity) this.#kept[at] = item
  }

  get kept(): readonly Item[] {
    return this.#kept
  }

  get offered(): number {
    return this.#offered
  }
}
