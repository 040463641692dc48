const TABLE_SIZE = 1 << 14

interface Tables {
  readonly shifts: Uint8Array
  /** 1 + index of the first literal with one first character and last block, and for every literal 1 + the next one; 0 ends the chain. */
  readonly heads: Int32Array
  readonly nexts: Int32Array
  /** First character of every literal, case-folded. */
  readonly firsts: Uint16Array
  /** The last bits of the first characters that literals of a block have: most starts are given up at once by them. */
  readonly masks: Uint32Array
}

/**
 * Finds many literals in one pass that skips most of the text; >= 2 characters each.
 * Source: S. Wu, U. Manber, "A fast algorithm for multi-pattern searching", TR 94-17, University of Arizona, with blocks of two.
 */
export class LiteralIndex {
  readonly #literals: readonly string[]
  readonly #fold: number
  readonly #window: number
  #tables: Tables | undefined

  constructor(literals: readonly string[], options: {ignoreCase?: boolean} = {}) {
    this.#fold = options.ignoreCase ? 32 : 0
    this.#literals = options.ignoreCase ? literals.map((literal) => literal.toLowerCase()) : literals
    this.#window = Math.min(255, ...literals.map((literal) => literal.length))
  }

  /** Made for the first text: most indexes belong to finders that most processes never ask. */
  #made(): Tables {
    const tables = {
      shifts: new Uint8Array(TABLE_SIZE).fill(this.#window - 1),
      heads: new Int32Array(TABLE_SIZE),
      nexts: new Int32Array(this.#literals.length),
      firsts: Uint16Array.from(this.#literals, (literal) => literal.charCodeAt(0) | this.#fold),
      masks: new Uint32Array(TABLE_SIZE),
    }
    for (const [which, literal] of this.#literals.entries()) this.#add(literal, which, tables)
    return tables
  }

  #add(literal: string, which: number, {shifts, heads, nexts, firsts, masks}: Tables): void {
    for (let at = 1; at < this.#window; at++) {
      const block = this.#block(literal, at)
      shifts[block] = Math.min(shifts[block] ?? 0, this.#window - 1 - at)
    }
    const last = this.#block(literal, this.#window - 1)
    const first = firsts[which] ?? 0
    const head = headAt(last, first)
    nexts[which] = heads[head] ?? 0
    heads[head] = which + 1
    masks[last] = (masks[last] ?? 0) | (1 << (first & 31))
  }

  #block(text: string, at: number): number {
    return (((text.charCodeAt(at - 1) | this.#fold) & 127) << 7) | ((text.charCodeAt(at) | this.#fold) & 127)
  }

  /** Calls `visit` for every occurrence, left to right by start. Where it gives a number, the search goes on at that offset. */
  scan(text: string, visit: (start: number, which: number) => number | undefined): void {
    if (this.#literals.length === 0) return
    this.#tables ??= this.#made()
    const {shifts, masks} = this.#tables
    const {length} = text
    const fold = this.#fold
    const window = this.#window
    let at = window - 1
    while (at < length) {
      const block = (((text.charCodeAt(at - 1) | fold) & 127) << 7) | ((text.charCodeAt(at) | fold) & 127)
      const shift = shifts[block] as number
      if (shift > 0) at += shift
      else {
        const first = text.charCodeAt(at - window + 1) & 31
        at += ((masks[block] as number) >>> first) & 1 ? this.#check(text, at - window + 1, block, visit) : 1
      }
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
    if (this.#tables === undefined) return 1
    const {heads, nexts, firsts} = this.#tables
    const first = text.charCodeAt(start) | this.#fold
    for (let entry = heads[headAt(block, first)] ?? 0; entry > 0; entry = nexts[entry - 1] ?? 0) {
      if (firsts[entry - 1] !== first) continue
      if (!this.#stands(text, start, this.#literals[entry - 1] ?? '')) continue
      next = Math.max(next, visit(start, entry - 1) ?? 0)
    }
    return next - start
  }

  #stands(text: string, start: number, literal: string): boolean {
    if (this.#fold === 0) return text.startsWith(literal, start)
    for (let at = 0; at < literal.length; at++) {
      const code = text.charCodeAt(start + at)
      const wanted = literal.charCodeAt(at)
      if (code === wanted || (code >= 65 && code <= 90 && code + 32 === wanted)) continue
      // Beyond ASCII only the Kelvin sign has such a small letter.
      if (code < 128 || Number.isNaN(code)) return false
      return text.slice(start, start + literal.length).toLowerCase() === literal
    }
    return true
  }
}

/** Another place for each first character, so that few literals share one. */
function headAt(block: number, first: number): number {
  return (block ^ (first * 509)) & (TABLE_SIZE - 1)
}
