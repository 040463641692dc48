import {cutStart, cutText} from '#error/cut-text'
import type {Safe} from '#redact/safe'

const MOST_LINES = 10
const MOST_LENGTH = 300
/** Room for as many lines of that length, and for one that began before. */
const KEPT = 2 * MOST_LINES * MOST_LENGTH

/** What a program said last: most tell there why they failed. At most ten lines of 300 UTF-16 units, without empty ones. */
export class LastLines {
  #text = ''

  add(text: Safe): void {
    this.#text = cutStart(this.#text + text, KEPT)
  }

  all(): string[] {
    const lines = this.#text.split(/\r\n|[\n\r]/).filter((line) => line.trim() !== '')
    return lines.slice(-MOST_LINES).map((line) => cutText(line, MOST_LENGTH))
  }
}
