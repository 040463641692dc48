/** A list of questions that people answer while a drill goes on. */
export class SiteSheet {
  readonly #items: readonly string[]
  readonly #answers = new Map<string, string>()
  #isOpen = false

  constructor(items: readonly string[]) {
    this.#items = items
  }

  open(): void {
    this.#isOpen = true
  }

  /** False where it was closed already. */
  close(): boolean {
    const wasOpen = this.#isOpen
    this.#isOpen = false
    return wasOpen
  }

  take(item: string, answer: string): void {
    this.#answers.set(item, answer)
  }

  /** Questions without an answer. */
  get left(): readonly string[] {
    return this.#items.filter((item) => !this.#answers.has(item))
  }

  get seen() {
    const {left} = this
    return {
      open: this.#isOpen,
      items: this.#items.length,
      filled: this.#items.length - left.length,
      left: left.length,
      missing: left.join(' '),
    }
  }
}
