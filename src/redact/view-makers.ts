/** Takes the pieces of a text that stands in another: `kept` as it is, `put` where `made` stands for all of `[start, end)`. */
export interface ViewMaker {
  keep(from: number, to: number): void
  put(made: string, start: number, end: number): void
}

/** Undoes one way to spell a text out and tells the pieces; false where the text has nothing of the kind. */
export type Undo = (text: string, made: ViewMaker) => boolean

/** Only what it reads: enough for the many texts in which nothing is found. */
export class PlainView implements ViewMaker {
  readonly #source: string
  readonly #parts: string[] = []

  constructor(source: string) {
    this.#source = source
  }

  get text(): string {
    return this.#parts.join('')
  }

  keep(from: number, to: number): void {
    if (to > from) this.#parts.push(this.#source.slice(from, to))
  }

  put(made: string): void {
    this.#parts.push(made)
  }
}

/** Where each of its characters stood. */
export class PlacedView implements ViewMaker {
  readonly #starts: number[] = []
  readonly #ends: number[] = []

  keep(from: number, to: number): void {
    for (let at = from; at < to; at++) {
      this.#starts.push(at)
      this.#ends.push(at + 1)
    }
  }

  put(made: string, start: number, end: number): void {
    for (let at = 0; at < made.length; at++) {
      this.#starts.push(start)
      this.#ends.push(end)
    }
  }

  /** From a stretch of the view to that of the source. */
  origin({start, end}: {readonly start: number; readonly end: number}): {start: number; end: number} {
    return {start: this.#starts[start] ?? 0, end: this.#ends[end - 1] ?? 0}
  }
}
