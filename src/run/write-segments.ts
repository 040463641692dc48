import type {LineFile} from '#path/write-lines'
import type {Safe} from '#redact/safe'

/** Bytes after which lines continue in another file: a bundle accepts no file above a million, and masking may lengthen a line. */
export const MOST_SEGMENT_BYTES = 900_000

/** The path of a file that holds a part of the lines: the path itself, then `name-0002.ndjson` and so on. `at` counts from 1. */
export function segmentPath(path: string, at: number): string {
  if (at === 1) return path
  const dot = path.lastIndexOf('.')
  return `${path.slice(0, dot)}-${String(at).padStart(4, '0')}${path.slice(dot)}`
}

/** The label of the file in the manifest: labels are unique, and the first file has the plain one. */
export function segmentLabel(label: string, at: number): string {
  return at === 1 ? label : `${label}-${String(at).padStart(4, '0')}`
}

/** Where lines are written. `open` makes a file whose name is durable. */
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

  /** The files so far, with the digest of each if all of it was written; a digest is returned only once. */
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

  /** Resolves once the lines are handed to the system, so that they outlive this process. */
  async handOver(): Promise<void> {
    await this.#opened()
    await this.#all.at(-1)?.handOver()
    if (this.#failure !== undefined) throw this.#failure
  }

  /** Resolves once the lines are on disk. */
  async flush(): Promise<void> {
    await this.#opened()
    await this.#all.at(-1)?.flush()
    if (this.#failure !== undefined) throw this.#failure
  }

  /** Closes every file, then throws the first failure. A second call does nothing. */
  async close(): Promise<void> {
    await this.#opened()
    const ends = await Promise.allSettled(this.#all.map((file) => file.close()))
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed) throw failed.reason
    if (this.#failure !== undefined) throw this.#failure
  }

  /** Waits until no file is being opened; the lines that waited may fill the next one at once. */
  async #opened(): Promise<void> {
    while (this.#opening !== undefined) await this.#opening
  }

  async #open(): Promise<void> {
    const path = segmentPath(this.#ports.path, this.#all.length + 1)
    try {
      // A full file is closed, so a log of any length uses one descriptor.
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
