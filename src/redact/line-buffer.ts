import {readDumpLine} from './dumps.ts'

const LONGEST_LINE_BYTES = 64 * 1024
/** Raw characters kept of one line; more than the cap, since masking shortens. */
const LONGEST_PENDING = 256 * 1024
/** Dropped at the end of an overlong line: a secret cut in two there would be known to no rule. */
const CUT_MARGIN = 16 * 1024
const LONGEST_BLOCK = 64 * 1024
/** With its last line below the cap of one line. */
const LONGEST_DATA = 16 * 1024
/** Base64, a header of an old key, the checksum of a PGP block. */
const BODY_LINE = /^[A-Za-z0-9+/=\s]*$|^[A-Za-z-]{1,40}: |^=[\w+/]{4}$/
/** A line of base64 behind what a logger puts before every line. */
const LOGGED_BODY_LINE = /[\s\]|>][A-Za-z0-9+/=]{4,}\s*$/
/** Lines of base64, and lists of bytes in decimal or hexadecimal: a secret may be wrapped over several. */
const DATA_LINE = /^[ \t>|]*(?:[A-Za-z0-9+/_-]{48,4096}={0,2}|(?=[^\n]*\d)[\s\d,;:x[\]a-fA-F.-]{1,200})\s*$/
/** Shorter than a line of data, and of all the kinds of signs that drawn letters have: words are told at once. */
const SHORT_DATA_LINE = /^(?=[^\n]*\d)(?=[^\n]*[A-Z])(?=[^\n]*[a-z])[ \t>|]*[A-Za-z0-9+/_-]{12,47}\s*$/
/** How wrapped base64 ends. */
const LAST_LINE = /^[ \t>|]*[A-Za-z0-9+/_-]{1,76}={0,2}\s*$/
/** Empty lines that are one text: each by itself is a name in three lists, forty times what it says. */
const MOST_EMPTY = 64
const CUT_NOTE = '… [line cut]'

/** Chunks of a child's output in, texts to be masked out: whole lines with their newline, a private key's lines as one text. */
export class LineBuffer {
  readonly #decoder = new TextDecoder('utf-8', {ignoreBOM: true})
  #pending = ''
  #block = ''
  #data = ''
  /** How long the first line of the data is. */
  #width = 0
  /** The line before was one of a dump: the next may be too short to say so itself. */
  #dumps = false
  #logged = false
  #dropping = false

  push(chunk: Uint8Array | string): string[] {
    return this.#take(typeof chunk === 'string' ? chunk : this.#decoder.decode(chunk, {stream: true}))
  }

  /** Whether it holds back nothing: no line that has no end yet, no key and no data that go on. */
  get isEmpty(): boolean {
    return this.#pending === '' && this.#block === '' && this.#data === ''
  }

  end(): string[] {
    const texts = this.#take(this.#decoder.decode())
    const rest = this.#data + this.#block + (this.#dropping ? '' : this.#pending)
    this.#data = ''
    this.#pending = ''
    this.#block = ''
    return rest === '' ? texts : [...texts, rest]
  }

  #take(text: string): string[] {
    const texts: string[] = []
    let start = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      const empty = this.#emptyLines(text, start)
      if (empty > 0) {
        this.#flushData(texts)
        texts.push(text.slice(start, start + empty))
        start += empty
        continue
      }
      const line = this.#pending + text.slice(start, end + 1)
      if (!this.#dropping) this.#line(line, texts)
      this.#dropping = false
      this.#pending = ''
      start = end + 1
    }
    if (!this.#dropping) this.#pending += text.slice(start)
    if (this.#pending.length > LONGEST_PENDING) this.#cutPending(texts)
    return texts
  }

  /** How many empty lines stand there, where nothing is held that they could belong to. */
  #emptyLines(text: string, start: number): number {
    if (this.#pending !== '' || this.#block !== '' || this.#dropping) return 0
    let end = start
    while (end - start < MOST_EMPTY && text[end] === '\n') end++
    return end - start
  }

  #cutPending(texts: string[]): void {
    this.#line(`${this.#pending.slice(0, LONGEST_PENDING - CUT_MARGIN)}\n`, texts)
    this.#pending = ''
    this.#dropping = true
  }

  #line(line: string, texts: string[]): void {
    const whole = line.length > LONGEST_PENDING ? `${line.slice(0, LONGEST_PENDING - CUT_MARGIN)}\n` : line
    const opens =
      this.#block === '' && /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY/.test(whole) && !whole.includes('-----END ')
    if (this.#block === '' && !opens) {
      this.#plain(whole, texts)
      return
    }
    this.#flushData(texts)
    this.#block += whole
    if (opens) this.#logged = !whole.startsWith('-----')
    const goesOn = opens || BODY_LINE.test(whole) || (this.#logged && LOGGED_BODY_LINE.test(whole))
    if (goesOn && this.#block.length < LONGEST_BLOCK) return
    texts.push(this.#block)
    this.#block = ''
  }

  /** Lines of data are held until they end: what is wrapped over them is one text. */
  #plain(line: string, texts: string[]): void {
    const isFirst = this.#data === ''
    const isLast = !isFirst && LAST_LINE.test(line)
    // A line in the middle may lack a kind of sign: it is as long as the others.
    const isShort = isFirst ? SHORT_DATA_LINE.test(line) : isLast && line.length === this.#width
    const dump = readDumpLine(line)
    const isDump = dump !== undefined && (dump.isSure || this.#dumps)
    const goesOn = isDump || DATA_LINE.test(line) || isShort
    this.#dumps = isDump
    const isTaken = goesOn || isLast
    if (isFirst) this.#width = line.length
    if (isTaken) this.#data += line
    if (!goesOn || this.#data.length >= LONGEST_DATA) this.#flushData(texts)
    if (!isTaken) texts.push(line)
  }

  #flushData(texts: string[]): void {
    if (this.#data !== '') texts.push(this.#data)
    this.#data = ''
  }
}

/** At most 64 KiB of UTF-8 a line, newline included, after masking; a cut says so. */
export function capLine(masked: string): string {
  if (masked.length * 3 <= LONGEST_LINE_BYTES || Buffer.byteLength(masked) <= LONGEST_LINE_BYTES) return masked
  const room = new Uint8Array(LONGEST_LINE_BYTES - Buffer.byteLength(CUT_NOTE) - 1)
  const {read} = new TextEncoder().encodeInto(masked, room)
  return `${masked.slice(0, read)}${CUT_NOTE}\n`
}
