const NEWLINE = 10

/**
 * Takes pieces of a stream and gives whole lines of UTF-8; what follows the last newline is no line. Gives false for a line that is longer
 * than `mostBytes`, and from then on.
 */
export function lineReader(mostBytes: number, take: (line: string) => void): (piece: Uint8Array) => boolean {
  let pending: Uint8Array[] = []
  let size = 0
  return (piece) => {
    if (size > mostBytes) return false
    let start = 0
    for (let end = piece.indexOf(NEWLINE); end >= 0; end = piece.indexOf(NEWLINE, start)) {
      if (size + end - start > mostBytes) break
      take(Buffer.concat([...pending, piece.subarray(start, end)]).toString('utf8'))
      pending = []
      size = 0
      start = end + 1
    }
    size += piece.length - start
    if (size > mostBytes) pending = []
    else pending.push(piece.subarray(start))
    return size <= mostBytes
  }
}

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
