import {LiteralIndex} from './literal-index.ts'
import type {Span, SpanFinder} from './span.ts'

/** Several finders of which most have nothing to do with most texts: one pass over a text tells which of them to ask. */
export class FinderSet {
  readonly #finders: readonly SpanFinder[]
  /** By finder, the last text that had a hint for it. */
  readonly #hinted: Float64Array
  #hints: {readonly index: LiteralIndex; readonly owners: readonly number[]} | undefined
  #texts = 0

  constructor(finders: readonly SpanFinder[]) {
    this.#finders = finders
    this.#hinted = new Float64Array(finders.length)
  }

  find(text: string, found: Span[]): void {
    this.#hints ??= hintsOf(this.#finders)
    const {index, owners} = this.#hints
    const now = ++this.#texts
    index.scan(text, (_, which) => {
      this.#hinted[owners[which] ?? 0] = now
      return undefined
    })
    this.#finders.forEach((find, at) => {
      if (find.hints === undefined || this.#hinted[at] === now) find(text, found)
    })
  }
}

function hintsOf(finders: readonly SpanFinder[]) {
  const all = finders.flatMap(({hints = []}, owner) => hints.map((hint) => ({hint, owner})))
  const index = new LiteralIndex(
    all.map(({hint}) => hint),
    {ignoreCase: true},
  )
  return {index, owners: all.map(({owner}) => owner)}
}
