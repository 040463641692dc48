const MOST_BYTES = 16_384

/** Keeps the end of what a stream said, in bounded memory. */
export class LastWords {
  #kept = Buffer.alloc(0)
  #isCut = false

  push(piece: Uint8Array): void {
    const all = Buffer.concat([this.#kept, piece.subarray(-MOST_BYTES)])
    this.#isCut ||= piece.length > MOST_BYTES || all.length > MOST_BYTES
    this.#kept = all.subarray(-MOST_BYTES)
  }

  /** The last line; empty where only its end is known, for no redactor finds a secret whose beginning is gone. */
  get line(): string {
    const lines = this.#kept.toString('utf8').trimEnd().split('\n')
    return lines.length === 1 && this.#isCut ? '' : (lines.at(-1) ?? '').trim()
  }
}
