import {startSha256} from '#digest/sha256'
import {joinSafe, type Safe} from '#redact/safe'
import type {FileWriter, WritableFile} from './files.ts'

const ALL = Number.POSITIVE_INFINITY

/** A line that waits. `isDue`: it is to be on the disk once those that wait with it are written. */
interface Waiting<Item> {
  readonly item: Item
  readonly isDue: boolean
}

/** How lines of one kind are written. */
export interface LineRules<Item> {
  /** Asked before the first line is written, so that a file without lines is not made. */
  open(): Promise<WritableFile>
  line(item: Item): Safe
  /** Lines of one write where they wait anyway: at first, and at most when they come faster than the disk takes them. */
  readonly together: {readonly first: number; readonly most: number}
  /** Lines that may wait; those beyond are lost. */
  readonly mostWaiting: number
  /** A failed write costs its own lines only: `lost` is told why, if there is a reason, and the next begins with `newline`. */
  readonly goingOn?: {newline(): Safe; lost(error?: unknown): void}
}

/**
 * Appends lines without making the caller wait: they are written in order behind its back, many at a time. Unless the rules go on, a
 * failed write is kept and thrown by the next `flush` or `close`, and lines after it are dropped and counted.
 */
export class LineFile<Item = Safe> {
  readonly #rules: LineRules<Item>
  #file: WritableFile | undefined
  #waiting: Waiting<Item>[] = []
  #working: Promise<void> | undefined
  #failure: unknown
  #unsynced = false
  #torn = false
  #closed = false
  /** Digest of a file that this process wrote from its first byte on. */
  #digest: ReturnType<typeof startSha256> | undefined
  written = 0
  lost = 0

  constructor(rules: LineRules<Item>) {
    this.#rules = rules
  }

  /** A new private file of lines that are safe already. */
  static async create(path: string, writer: FileWriter): Promise<LineFile> {
    const file = await writer.open(path, 'new', {private: true})
    const open = () => Promise.resolve(file)
    const made = new LineFile<Safe>({open, line: (line) => line, together: {first: ALL, most: ALL}, mostWaiting: ALL})
    made.#file = file
    made.#digest = startSha256()
    return made
  }

  /** Digest of everything written; undefined if a write failed, and on a second call. */
  takeDigest(): string | undefined {
    const digest = this.#digest?.digest()
    this.#digest = undefined
    return digest
  }

  append(item: Item, isDue = false): void {
    this.#closed = false
    if (this.#waiting.length >= this.#rules.mostWaiting) {
      this.#lose(1)
      return
    }
    this.#waiting.push({item, isDue})
    this.#working ??= this.#drain()
  }

  /** All so far is with the system or lost: what is there outlives this process. Never rejects. */
  async settle(): Promise<void> {
    while (this.#working !== undefined) await this.#working
  }

  /** Handed to the system when it returns. */
  async handOver(): Promise<void> {
    await this.settle()
    if (this.#failure !== undefined) throw this.#failure
  }

  /** On disk when it returns. */
  async flush(): Promise<void> {
    await this.#store()
    if (this.#failure !== undefined) throw this.#failure
  }

  /** A second call does nothing, unless there are further lines: they open the file again. */
  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    await this.#store()
    await this.#attempt(() => this.#file?.close())
    this.#file = undefined
    if (this.#failure !== undefined) throw this.#failure
  }

  async #store(): Promise<void> {
    await this.settle()
    if (this.#failure === undefined) await this.#sync()
  }

  /** Takes what waits until nothing is left; what is due shares a sync with all that arrived meanwhile. */
  async #drain(): Promise<void> {
    // Yields first, so that lines of one burst become one write, after the call that appended them has gone on.
    await undefined
    const {first, most} = this.#rules.together
    while (this.#waiting.length > 0) {
      let isDue = false
      for (let count = first; this.#waiting.length > 0; count = Math.min(2 * count, most)) {
        const lines = this.#waiting.splice(0, count)
        const isWritten = await this.#write(lines)
        isDue ||= isWritten && lines.some((line) => line.isDue)
      }
      if (isDue) await this.#sync()
    }
    this.#working = undefined
  }

  async #write(lines: readonly Waiting<Item>[]): Promise<boolean> {
    if (this.#failure !== undefined) {
      this.#lose(lines.length)
      return false
    }
    try {
      this.#file ??= await this.#rules.open()
      const text = joinSafe(lines.map(({item}) => this.#rules.line(item)))
      // A write that failed halfway left half a line.
      if (this.#torn && this.#rules.goingOn) await this.#file.write(this.#rules.goingOn.newline())
      this.#torn = true
      this.#unsynced = true
      await this.#file.write(text)
      this.#digest?.update(text)
      this.#torn = false
      this.written += lines.length
      return true
    } catch (error) {
      this.#fail(error, lines.length)
      return false
    }
  }

  async #sync(): Promise<void> {
    if (!this.#unsynced) return
    this.#unsynced = false
    await this.#attempt(() => this.#file?.sync())
  }

  /** Nobody knows how many lines are not there when it fails. */
  async #attempt(work: () => Promise<void> | undefined): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#fail(error, this.#rules.goingOn === undefined ? 0 : 1)
    }
  }

  #fail(error: unknown, lines: number): void {
    this.#digest = undefined
    if (this.#rules.goingOn === undefined) this.#failure ??= error
    this.#lose(lines, error)
  }

  #lose(lines: number, error?: unknown): void {
    this.lost += lines
    this.#rules.goingOn?.lost(error)
  }
}
