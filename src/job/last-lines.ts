import {cutStart, cutText} from '#error/cut-text'
import type {Safe} from '#redact/safe'

const MOST_LINES = 10
const MOST_LENGTH = 300
/** Room for as many lines of that length, and for one that began before. */
const KEPT = 2 * MOST_LINES * MOST_LENGTH

/** What a program said last: most tell there why they failed. At most ten lines of 300 UTF-16 units, without empty ones. */
export class LastLines {
  readonly #parts: Safe[] = []
  #length = 0

  /** Keeps parts as they come: nothing is copied for what nobody may ask for. */
  add(text: Safe): void {
    this.#parts.push(text)
    this.#length += text.length
    for (let [first] = this.#parts; first && this.#length - first.length >= KEPT; [first] = this.#parts) {
      this.#parts.shift()
      this.#length -= first.length
    }
  }

  all(): string[] {
    const lines = cutStart(this.#parts.join(''), KEPT)
      .split(/\r\n|[\n\r]/)
      .filter((line) => line.trim() !== '')
    return lines.slice(-MOST_LINES).map((line) => cutText(line, MOST_LENGTH))
  }
}
