import type {LineFile} from '#path/write-lines'
import type {Safe} from '#redact/safe'

/** Bytes after which lines go on in a further file: a bundle takes no file above a million, and masking may lengthen a line. */
export const MOST_SEGMENT_BYTES = 900_000

/** The files that lines of one path are kept in: the path itself, then `name-0002.ndjson` and so on. `at` counts from 1. */
export function segmentPath(path: string, at: number): string {
  if (at === 1) return path
  const dot = path.lastIndexOf('.')
  return `${path.slice(0, dot)}-${String(at).padStart(4, '0')}${path.slice(dot)}`
}

/** What the manifest calls the file: labels are unique, and the plain one is the first file's. */
export function segmentLabel(label: string, at: number): string {
  return at === 1 ? label : `${label}-${String(at).padStart(4, '0')}`
}

/** Where lines go. `open` makes a file whose name is durable. */
export interface SegmentContext {
  readonly path: string
  readonly mostBytes: number
  open(path: string): Promise<LineFile>
}

/**
 * Appends lines without making the caller wait, to one file after the other, none larger than `mostBytes` unless a single line is. A failed
 * write, or a further file that cannot be made, is kept and thrown by the next `flush` or `close`; lines after it are dropped and counted.
 */
export class SegmentedLines {
  readonly #ports: SegmentContext
  readonly #all: LineFile[]
  #waiting: Safe[] = []
  #opening: Promise<void> | undefined
  #failure: unknown
  #bytes = 0
  #lost = 0

  private constructor(ports: SegmentContext, first: LineFile) {
    this.#ports = ports
    this.#all = [first]
  }

  static async create(ports: SegmentContext): Promise<SegmentedLines> {
    return new SegmentedLines(ports, await ports.open(ports.path))
  }

  get written(): number {
    return this.#all.reduce((sum, {written}) => sum + written, 0)
  }

  get lost(): number {
    return this.#all.reduce((sum, {lost}) => sum + lost, this.#lost)
  }

  /** Files so far, and what was written to each, where all of it went well; told once. */
  takeFiles(): {readonly path: string; readonly sha256: string | undefined}[] {
    return this.#all.map((file, at) => ({path: segmentPath(this.#ports.path, at + 1), sha256: file.takeDigest()}))
  }

  append(line: Safe): void {
    if (this.#failure !== undefined) this.#lost++
    else if (this.#opening !== undefined) this.#waiting.push(line)
    else this.#place(line, Buffer.byteLength(line))
  }

  #place(line: Safe, bytes: number): void {
    if (this.#bytes > 0 && this.#bytes + bytes > this.#ports.mostBytes) {
      this.#waiting.push(line)
      this.#opening = this.#open()
      return
    }
    this.#bytes += bytes
    this.#all.at(-1)?.append(line)
  }

  /** Handed to the system when it returns: what is there outlives this process. */
  async handOver(): Promise<void> {
    await this.#opened()
    await this.#all.at(-1)?.handOver()
    if (this.#failure !== undefined) throw this.#failure
  }

  /** On disk when it returns. */
  async flush(): Promise<void> {
    await this.#opened()
    await this.#all.at(-1)?.flush()
    if (this.#failure !== undefined) throw this.#failure
  }

  /** Closes every file; the first failure is thrown after that. A second call does nothing. */
  async close(): Promise<void> {
    await this.#opened()
    const ends = await Promise.allSettled(this.#all.map((file) => file.close()))
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed) throw failed.reason
    if (this.#failure !== undefined) throw this.#failure
  }

  /** Lines that waited may fill the next file at once. */
  async #opened(): Promise<void> {
    while (this.#opening !== undefined) await this.#opening
  }

  async #open(): Promise<void> {
    const path = segmentPath(this.#ports.path, this.#all.length + 1)
    try {
      // A full file is done with: a log of any length holds one descriptor.
      await this.#all.at(-1)?.close()
      this.#all.push(await this.#ports.open(path))
      this.#bytes = 0
    } catch (error) {
      this.#failure = error
    }
    const waiting = this.#waiting
    this.#waiting = []
    this.#opening = undefined
    for (const line of waiting) this.append(line)
  }
}
