const TABLE_SIZE = 1 << 14

/**
 * Finds many literals in one pass that skips most of the text; >= 2 characters each.
 * Source: S. Wu, U. Manber, "A fast algorithm for multi-pattern searching", TR 94-17, University of Arizona, with blocks of two.
 */
export class LiteralIndex {
  readonly #literals: readonly string[]
  readonly #fold: number
  readonly #window: number
  readonly #shifts = new Uint8Array(TABLE_SIZE)
  /** 1 + index of the first literal of a block, and for every literal 1 + the next one; 0 ends the chain. */
  readonly #heads = new Int32Array(TABLE_SIZE)
  readonly #nexts: Int32Array
  /** Of every literal the first character, folded: most starts are given up at once by it. */
  readonly #firsts: Uint16Array

  constructor(literals: readonly string[], options: {ignoreCase?: boolean} = {}) {
    this.#fold = options.ignoreCase ? 32 : 0
    this.#literals = options.ignoreCase ? literals.map((literal) => literal.toLowerCase()) : literals
    this.#window = Math.min(255, ...literals.map((literal) => literal.length))
    this.#nexts = new Int32Array(literals.length)
    this.#firsts = Uint16Array.from(this.#literals, (literal) => literal.charCodeAt(0) | this.#fold)
    this.#shifts.fill(this.#window - 1)
    this.#literals.forEach((literal, which) => {
      this.#add(literal, which)
    })
  }

  #add(literal: string, which: number): void {
    for (let at = 1; at < this.#window; at++) {
      const block = this.#block(literal, at)
      this.#shifts[block] = Math.min(this.#shifts[block] ?? 0, this.#window - 1 - at)
    }
    const last = this.#block(literal, this.#window - 1)
    this.#nexts[which] = this.#heads[last] ?? 0
    this.#heads[last] = which + 1
  }

  #block(text: string, at: number): number {
    return (((text.charCodeAt(at - 1) | this.#fold) & 127) << 7) | ((text.charCodeAt(at) | this.#fold) & 127)
  }

  /** Calls `visit` for every occurrence, left to right by start. Where it gives a number, the search goes on at that offset. */
  scan(text: string, visit: (start: number, which: number) => number | undefined): void {
    if (this.#literals.length === 0) return
    const {length} = text
    const fold = this.#fold
    const shifts = this.#shifts
    const window = this.#window
    let at = window - 1
    while (at < length) {
      const block = (((text.charCodeAt(at - 1) | fold) & 127) << 7) | ((text.charCodeAt(at) | fold) & 127)
      const shift = shifts[block] as number
      at += shift === 0 ? this.#check(text, at - window + 1, block, visit) : shift
    }
  }

  /** How far to go on after looking at one start. */
  #check(
    text: string,
    start: number,
    block: number,
    visit: (start: number, which: number) => number | undefined,
  ): number {
    let next = start + 1
    const first = text.charCodeAt(start) | this.#fold
    for (let entry = this.#heads[block] ?? 0; entry > 0; entry = this.#nexts[entry - 1] ?? 0) {
      if (this.#firsts[entry - 1] !== first) continue
      if (!this.#stands(text, start, this.#literals[entry - 1] ?? '')) continue
      next = Math.max(next, visit(start, entry - 1) ?? 0)
    }
    return next - start
  }

  #stands(text: string, start: number, literal: string): boolean {
    if (this.#fold === 0) return text.startsWith(literal, start)
    return text.slice(start, start + literal.length).toLowerCase() === literal
  }
}
