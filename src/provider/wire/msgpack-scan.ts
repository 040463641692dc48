import {isUtf8} from 'node:buffer'
import {violation} from '../model/provider-fault.ts'

/** Levels of lists and maps, and entries in all of them: what a decoder would have to make room for. */
const MOST_DEPTH = 64
const MOST_ENTRIES = 1_000_000
/** Bytes of a value after its tag, for tags from 0xca: floats, then unsigned, then signed. */
const NUMBER_BYTES = [4, 8, 1, 2, 4, 8, 1, 2, 4, 8] as const

/**
 * Refuses bytes that are not exactly one plain MessagePack value, before a decoder makes anything of them: a length that the bytes do
 * not hold, too many levels or entries, text that is no UTF-8, and every extension type, since decoders build live objects from those.
 * Throws `contract_violation`. Source: the MessagePack specification.
 */
export function scanMsgpack(bytes: Uint8Array): void {
  new Scan(bytes).run()
}

class Scan {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #at = 0
  #entries = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  }

  run(): void {
    /** Values still to come, one count a level. */
    const open = [1]
    while (open.length > 0) {
      const left = open.pop() ?? 0
      if (left === 0) continue
      const inside = this.#value()
      open.push(left - 1)
      if (inside === 0) continue
      if (open.length >= MOST_DEPTH) throw refused(`is deeper than ${MOST_DEPTH} levels`)
      open.push(inside)
    }
    if (this.#at !== this.#bytes.length) throw refused('goes on after its end')
  }

  /** Passes one value and gives the number of values inside it. */
  #value(): number {
    const tag = this.#uint(1)
    if (tag <= 0x7f || tag >= 0xe0) return 0
    if (tag <= 0x8f) return this.#open(2 * (tag & 0x0f))
    if (tag <= 0x9f) return this.#open(tag & 0x0f)
    if (tag <= 0xbf) return this.#text(tag & 0x1f)
    if (tag === 0xc1) throw refused('has a byte that means nothing')
    if (tag <= 0xc3) return 0
    if (tag <= 0xc6) return this.#skip(this.#uint(1 << (tag - 0xc4)))
    if (isExtension(tag)) throw refused('has a value of an extension type')
    if (tag <= 0xd3) return this.#skip(NUMBER_BYTES[tag - 0xca] ?? 0)
    if (tag <= 0xdb) return this.#text(this.#uint(1 << (tag - 0xd9)))
    return this.#open(this.#uint(tag % 2 === 0 ? 2 : 4) * (tag >= 0xde ? 2 : 1))
  }

  #open(count: number): number {
    this.#entries += count
    if (count > this.#bytes.length - this.#at) throw cut()
    if (this.#entries > MOST_ENTRIES) throw refused(`has more than ${MOST_ENTRIES} entries`)
    return count
  }

  #text(length: number): number {
    const from = this.#at
    this.#skip(length)
    if (!isUtf8(this.#bytes.subarray(from, this.#at))) throw refused('has a text that is not UTF-8')
    return 0
  }

  #skip(length: number): number {
    this.#at += length
    if (this.#at > this.#bytes.length) throw cut()
    return 0
  }

  #uint(size: number): number {
    const from = this.#at
    this.#skip(size)
    return size === 1 ? this.#view.getUint8(from) : size === 2 ? this.#view.getUint16(from) : this.#view.getUint32(from)
  }
}

function isExtension(tag: number): boolean {
  return (tag >= 0xc7 && tag <= 0xc9) || (tag >= 0xd4 && tag <= 0xd8)
}

function cut(): Error {
  return refused('ends too early')
}

function refused(why: string): Error {
  return violation(`MessagePack message ${why}`)
}
