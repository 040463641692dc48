import {packMsgpack} from './msgpack.ts'

/** To copy a picture into a message takes longer than to write all else in it. */
const LEAST_APART = 32 * 1024
const FIRST_BYTES = 1024
/** The longest text, list and map whose tag holds its size, and bytes whose size one byte holds; what a tag and a size in four take. */
const SHORT = {text: 31, bytes: 255, list: 15, map: 15, number: 127}
const HEAD_BYTES = 5

/**
 * A message as `packMsgpack` writes it, in parts that follow one another; long byte strings among them as they are, not copied. All else is
 * written in one go: to ask a library for each small value between two long ones takes longer than to write it.
 */
export function packPieces(value: unknown): readonly Uint8Array[] {
  const writer = new PieceWriter()
  writer.write(value)
  return writer.parts()
}

/** Source: the MessagePack specification. */
class PieceWriter {
  readonly #parts: Uint8Array[] = []
  #room = Buffer.allocUnsafe(FIRST_BYTES)
  /** What of the room is in a part already, and what is written. */
  #from = 0
  #at = 0

  parts(): readonly Uint8Array[] {
    this.#cut()
    return this.#parts
  }

  write(value: unknown): void {
    if (typeof value === 'string') this.#text(value)
    else if (value === null) this.#byte(0xc0)
    else if (typeof value === 'boolean') this.#byte(value ? 0xc3 : 0xc2)
    else if (value instanceof Uint8Array) this.#bytes(value)
    else if (Array.isArray(value)) this.#list(value)
    else if (value instanceof Map) this.#map([...value])
    else if (isPlain(value)) this.#map(Object.entries(value))
    else this.#other(value)
  }

  #text(text: string): void {
    // Three bytes are the most that a unit of UTF-16 becomes.
    this.#need(1 + 3 * SHORT.text)
    const written = text.length > SHORT.text ? text.length : this.#room.write(text, this.#at + 1)
    if (written > SHORT.text) this.#copy(packMsgpack(text))
    else {
      this.#room[this.#at] = 0xa0 | written
      this.#at += 1 + written
    }
  }

  #bytes(bytes: Uint8Array): void {
    if (bytes.length <= SHORT.bytes) {
      this.#byte(0xc4)
      this.#byte(bytes.length)
    } else this.#head(0xc6, bytes.length)
    if (bytes.length < LEAST_APART) this.#copy(bytes)
    else {
      this.#cut()
      this.#parts.push(bytes)
    }
  }

  #list(items: readonly unknown[]): void {
    if (items.length <= SHORT.list) this.#byte(0x90 | items.length)
    else this.#head(0xdd, items.length)
    for (const item of items) this.write(item)
  }

  #map(entries: readonly (readonly [unknown, unknown])[]): void {
    if (entries.length <= SHORT.map) this.#byte(0x80 | entries.length)
    else this.#head(0xdf, entries.length)
    for (const [key, item] of entries) {
      this.write(key)
      this.write(item)
    }
  }

  #other(value: unknown): void {
    const isShort = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= SHORT.number
    if (isShort && !Object.is(value, -0)) this.#byte(value)
    else this.#copy(packMsgpack(value))
  }

  #byte(byte: number): void {
    this.#need(1)
    this.#room[this.#at++] = byte
  }

  /** A tag and how much follows, in four bytes. */
  #head(tag: number, size: number): void {
    this.#need(HEAD_BYTES)
    this.#room[this.#at] = tag
    this.#room.writeUInt32BE(size, this.#at + 1)
    this.#at += HEAD_BYTES
  }

  #copy(bytes: Uint8Array): void {
    this.#need(bytes.length)
    this.#room.set(bytes, this.#at)
    this.#at += bytes.length
  }

  #need(count: number): void {
    if (this.#at + count <= this.#room.length) return
    const begun = this.#room.subarray(this.#from, this.#at)
    this.#room = Buffer.allocUnsafe(2 * (begun.length + count) + FIRST_BYTES)
    this.#room.set(begun)
    this.#from = 0
    this.#at = begun.length
  }

  #cut(): void {
    if (this.#at > this.#from) this.#parts.push(this.#room.subarray(this.#from, this.#at))
    this.#from = this.#at
  }
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
