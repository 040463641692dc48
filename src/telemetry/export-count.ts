import {cutText} from '#error/cut-text'

const MOST_WORDS = 200

/** How much of what was handed over arrived, and why the rest did not. */
export class ExportCount {
  #handed = 0
  #arrived = 0
  #fault: string | undefined

  handed(): void {
    this.#handed++
  }

  answered(spans: number, error: Error | undefined): void {
    if (error === undefined) this.#arrived += spans
    else this.failed(error)
  }

  failed(error: unknown): void {
    this.#fault ??= cutText(wordsOf(error), MOST_WORDS)
  }

  /** Undefined where everything arrived. */
  get loss(): string | undefined {
    const lost = this.#handed - this.#arrived
    if (lost === 0 && this.#fault === undefined) return undefined
    const why = this.#fault ?? 'more than could wait, or no answer in time'
    return lost > 0 ? `${lost} of ${this.#handed} spans did not arrive (${why})` : `metrics did not arrive (${why})`
  }
}

/** Attempts at several addresses come together in one error without words of its own. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code: unknown = Reflect.get(error, 'code')
  const words = error.message || error.name
  return code === undefined || words.includes(String(code)) ? words : `${code} ${words}`.trim()
}
