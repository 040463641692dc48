const MOST_CHARACTERS = 1024 * 1024

/** What a node wrote to its log, the newest of it. */
export class NodeLogTail {
  #text = ''

  push(piece: Uint8Array): void {
    this.#text = (this.#text + Buffer.from(piece).toString('utf8')).slice(-MOST_CHARACTERS)
  }

  /** How many lines have this in them. */
  linesWith(words: string): number {
    return this.#text.split('\n').filter((line) => line.includes(words)).length
  }
}
