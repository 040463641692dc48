import {LineRedactor, type Redactor} from '#redact/redactor'
import type {Safe} from '#redact/safe'

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

/** Kept of what has no room, for its last lines. */
const LAST_BYTES = 256 * 1024
/** Looked at and not shown before those: longer than any private key that may have begun where nothing is known any more. */
const UNKNOWN_BYTES = 128 * 1024
const SLICE_BYTES = 8 * 1024
const NEWLINE = 10

/** How much both streams of a child may still pass on from their beginning. */
export interface OutputRoom {
  leftBytes: number
}

/** Where the output goes, one text after the other. */
interface OutputContext {
  readonly redactor: Redactor
  readonly room: OutputRoom
  readonly give: (text: Safe) => Promise<void>
}

/**
 * Makes one stream of a child safe, line by line. When the room is used up it only keeps the last lines, and at the end tells
 * before them how much was left out.
 */
export class FollowedOutput {
  readonly #name: string
  readonly #ports: OutputContext
  readonly #lines: LineRedactor
  #last: LastBytes | undefined
  leftOutBytes = 0
  #cutLines = 0

  constructor(name: 'standard output' | 'standard error', ports: OutputContext) {
    this.#name = name
    this.#ports = ports
    this.#lines = new LineRedactor(ports.redactor)
  }

  /** Lines of which only the beginning was given. */
  get cutLines(): number {
    return this.#lines.cutLines + this.#cutLines
  }

  async push(piece: Uint8Array): Promise<void> {
    const end = this.#last ? 0 : this.#roomEnd(piece)
    await this.#pass(piece.subarray(0, end), this.#lines)
    if (end < piece.length) {
      this.#last ??= new LastBytes(LAST_BYTES)
      this.#last.push(piece.subarray(end))
    }
  }

  /** What was left without a newline, and the last lines of what had no room. */
  async end(): Promise<void> {
    const last = this.#last ?? new LastBytes(0)
    if (last.lostBytes === 0) await this.#pass(last.bytes(), this.#lines)
    await this.#give(this.#lines.end())
    if (last.lostBytes > 0) await this.#giveLast(last)
  }

  /** Whole lines only: what stands on both sides of a cut is known to no rule. */
  #roomEnd(piece: Uint8Array): number {
    const {room} = this.#ports
    const taken = Math.min(piece.length, room.leftBytes)
    room.leftBytes -= taken
    if (taken === piece.length) return taken
    const newline = piece.indexOf(NEWLINE, Math.max(0, taken - 1))
    return newline < 0 ? piece.length : newline + 1
  }

  async #giveLast(last: LastBytes): Promise<void> {
    const bytes = last.bytes()
    const lines = new LineRedactor(this.#ports.redactor)
    const start = lookedAt(bytes, lines)
    this.leftOutBytes = last.lostBytes + start
    const note = `… [${this.leftOutBytes} bytes of ${this.#name} left out here]\n`
    await this.#give(this.#ports.redactor.text(note))
    const before = lines.cutLines
    await this.#pass(bytes.subarray(start), lines)
    await this.#give(lines.end())
    this.#cutLines = lines.cutLines - before
  }

  async #pass(bytes: Uint8Array, lines: LineRedactor): Promise<void> {
    for (const slice of slicesOf(bytes)) await this.#give(lines.push(slice))
  }

  async #give(text: Safe): Promise<void> {
    if (text !== '') await this.#ports.give(text)
  }
}

/** Takes in what must not be shown, up to a line behind which nothing of it is held back, and says where that is. */
function lookedAt(bytes: Uint8Array, lines: LineRedactor): number {
  let start = lineAfter(bytes, UNKNOWN_BYTES)
  for (const slice of slicesOf(bytes.subarray(0, start))) lines.push(slice)
  while (start < bytes.length && !lines.isEmpty) {
    const next = lineAfter(bytes, start)
    lines.push(bytes.subarray(start, next))
    start = next
  }
  return start
}

function lineAfter(bytes: Uint8Array, at: number): number {
  const newline = bytes.indexOf(NEWLINE, at)
  return newline < 0 ? bytes.length : newline + 1
}

/** What was made of one slice is forgotten before the next: many short lines take many times their length. */
function* slicesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) yield bytes.subarray(at, at + SLICE_BYTES)
}
