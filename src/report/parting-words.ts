/** What somebody must know who ends work at once that is not over, line by line; the last line is the next command. */
export interface PartingWord {
  readonly lines: readonly string[]
  /** Something stands still or is broken until somebody acts. */
  readonly isUnsafe: boolean
}

/** Told when the end is insisted on, until it is disposed of; what is true beyond the work stays. Asked at that moment: it must not wait for anything. */
export interface PartingWords {
  during(tell: () => PartingWord | undefined): Disposable
}

/** Keeps what everybody at work would say. */
export class HeldWords implements PartingWords {
  readonly #tellers = new Set<() => PartingWord | undefined>()

  during(tell: () => PartingWord | undefined): Disposable {
    this.#tellers.add(tell)
    return {[Symbol.dispose]: () => void this.#tellers.delete(tell)}
  }

  /** The words of all work in progress, the outermost first. */
  now(): PartingWord {
    const told = [...this.#tellers].flatMap((tell) => tell() ?? [])
    return {lines: told.flatMap(({lines}) => lines), isUnsafe: told.some(({isUnsafe}) => isUnsafe)}
  }
}

/** Parting words that are never shown, for callers that are not interrupted at a terminal. */
export const NO_PARTING_WORDS: PartingWords = {during: () => ({[Symbol.dispose]: () => undefined})}
