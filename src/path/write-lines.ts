import {joinSafe, type Safe} from '#redact/safe'
import type {FileWriter, WritableFile} from './files.ts'

/**
 * Appends lines without making the caller wait: they are written in order behind its back, many at a time. A failed
 * write is kept and thrown by the next `flush` or `close`; lines after it are dropped and counted.
 */
export class LineFile {
  readonly #file: WritableFile
  #pending: Safe[] = []
  #working: Promise<void> | undefined
  #failure: unknown
  #unsynced = false
  #closed = false
  written = 0
  lost = 0

  private constructor(file: WritableFile) {
    this.#file = file
  }

  static async create(path: string, writer: FileWriter): Promise<LineFile> {
    return new LineFile(await writer.open(path, 'new', {private: true}))
  }

  append(line: Safe): void {
    this.#pending.push(line)
    this.#working ??= this.#drain()
  }

  /** Handed to the system when it returns: what is there outlives this process. */
  async handOver(): Promise<void> {
    await this.#working
    if (this.#failure !== undefined) throw this.#failure
  }

  /** On disk when it returns. */
  async flush(): Promise<void> {
    await this.#working
    if (this.#unsynced && this.#failure === undefined) await this.#attempt(() => this.#file.sync())
    this.#unsynced = false
    if (this.#failure !== undefined) throw this.#failure
  }

  /** A second call does nothing. */
  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    try {
      await this.flush()
    } finally {
      await this.#file.close()
    }
  }

  async #drain(): Promise<void> {
    // Yields first, so that lines of one burst become one write.
    await Promise.resolve()
    while (this.#pending.length > 0) {
      const lines = this.#pending
      this.#pending = []
      await this.#write(lines)
    }
    this.#working = undefined
  }

  async #write(lines: Safe[]): Promise<void> {
    if (this.#failure === undefined) await this.#attempt(() => this.#file.write(joinSafe(lines)))
    if (this.#failure === undefined) this.written += lines.length
    else this.lost += lines.length
    this.#unsynced = true
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#failure ??= error
    }
  }
}
