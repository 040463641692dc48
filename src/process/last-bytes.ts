/** The last bytes of a stream of any length, in a room of fixed size. */
export class LastBytes {
  readonly #room: Buffer
  #at = 0
  #seen = 0

  constructor(roomBytes: number) {
    this.#room = Buffer.alloc(roomBytes)
  }

  /** How many are gone. */
  get lostBytes(): number {
    return Math.max(0, this.#seen - this.#room.length)
  }

  push(piece: Uint8Array): void {
    this.#seen += piece.length
    for (let rest = piece.subarray(-this.#room.length); rest.length > 0; ) {
      const fits = Math.min(rest.length, this.#room.length - this.#at)
      this.#room.set(rest.subarray(0, fits), this.#at)
      this.#at = (this.#at + fits) % this.#room.length
      rest = rest.subarray(fits)
    }
  }

  /** In the order they came. */
  bytes(): Uint8Array {
    if (this.lostBytes === 0) return this.#room.subarray(0, this.#seen)
    return Buffer.concat([this.#room.subarray(this.#at), this.#room.subarray(0, this.#at)])
  }
}
