import {lengthOf} from './escapes.ts'
import type {ViewMaker} from './undone-views.ts'

/** Bytes that follow each other, read as UTF-8; what is none stands as one character a byte. */
export class ByteRun {
  readonly #made: ViewMaker
  #bytes: {byte: number; start: number; end: number}[] = []

  constructor(made: ViewMaker) {
    this.#made = made
  }

  push(byte: number, start: number, end: number): void {
    if (byte < 0x80 && this.#bytes.length === 0) this.#made.put(String.fromCharCode(byte), start, end)
    else this.#bytes.push({byte, start, end})
  }

  end(): void {
    const list = this.#bytes
    this.#bytes = []
    for (let at = 0; at < list.length; ) at += this.#character(list, at)
  }

  #character(list: readonly {byte: number; start: number; end: number}[], at: number): number {
    const {byte = 0, start = 0, end = 0} = list[at] ?? {}
    const length = lengthOf(byte)
    const group = list.slice(at, at + length)
    const text = Buffer.from(group.map((one) => one.byte)).toString('utf8')
    if (group.length === length && !text.includes('\ufffd')) {
      this.#made.put(text, start, group.at(-1)?.end ?? end)
      return length
    }
    this.#made.put(String.fromCharCode(byte), start, end)
    return 1
  }
}
