import {join} from 'node:path'
import type {JournalRecord} from '#contract/generated/types'
import type {Digest, RunId} from '#contract/ids'
import {sha256} from '#digest/sha256'
import {AssayError} from '#error/assay-error'
import type {WritableFile} from '#path/files'
import {elapsedMs, timestamp} from '#random/clock'
import type {Safe} from '#redact/safe'
import {genesis, type JournalView, MOST_RECORD_BYTES} from './journal.ts'
import {JOURNAL} from './layout.ts'
import type {RunPorts} from './ports.ts'

/** Appends to the journal of one run; a record is on disk before `append` resolves. */
export class JournalWriter {
  readonly #file: WritableFile
  #path: string
  readonly #ports: RunPorts
  readonly #beganNs: bigint
  #head: Digest
  #records = 0
  #bytes = 0
  #closed = false
  #queue: Promise<void> = Promise.resolve()

  private constructor(file: WritableFile, path: string, runId: RunId, ports: RunPorts) {
    this.#file = file
    this.#path = path
    this.#ports = ports
    this.#head = genesis(runId)
    this.#beganNs = ports.clock.monotonicNs()
  }

  static async create(folder: string, runId: RunId, ports: RunPorts): Promise<JournalWriter> {
    const path = join(folder, JOURNAL)
    return new JournalWriter(await ports.files.writer.open(path, 'new', {private: true}), path, runId, ports)
  }

  /** Continues a journal that lies beside its run, or begins it. A torn last line is cut off: its record was never confirmed to anybody. */
  static async follow(
    path: string,
    view: JournalView | undefined,
    runId: RunId,
    ports: RunPorts,
  ): Promise<JournalWriter> {
    const {writer} = ports.files
    if (view?.torn) await writer.truncate(path, view.goodBytes)
    const file = await writer.open(path, view === undefined ? 'new' : 'append', {private: true})
    const journal = new JournalWriter(file, path, runId, ports)
    if (view !== undefined) {
      journal.#head = view.head
      journal.#records = view.records.length
      journal.#bytes = view.goodBytes
    }
    return journal
  }

  get seal(): {records: number; head: Digest} {
    return {records: this.#records, head: this.#head}
  }

  /** Bytes of the file that this writer wrote. */
  get bytes(): number {
    return this.#bytes
  }

  /** Tells the writer that the folder of the run was renamed; the file stays open. */
  moved(folder: string): void {
    this.#path = join(folder, JOURNAL)
  }

  /** Returns the number of the record. Calls may overlap; records keep their order. After a failed write the torn line is cut off again. */
  append(type: JournalRecord['type'], data: Record<string, unknown>): Promise<number> {
    const next = this.#queue.then(() => this.#write(type, data))
    this.#queue = next.then(
      () => undefined,
      () => undefined,
    )
    return next
  }

  /** Closes the file; a second call does nothing. */
  async close(): Promise<void> {
    await this.#queue
    if (this.#closed) return
    this.#closed = true
    await this.#file.close()
  }

  async #write(type: JournalRecord['type'], data: Record<string, unknown>): Promise<number> {
    const {clock, redactor, files} = this.#ports
    const record: JournalRecord = {
      seq: this.#records + 1,
      at: timestamp(clock.nowMs()),
      mono_ms: elapsedMs(clock, this.#beganNs),
      type,
      data,
      prev: this.#head,
    }
    const line: Safe = redactor.line(record)
    const size = Buffer.byteLength(line)
    if (size > MOST_RECORD_BYTES) throw new AssayError('bug', `a journal record of ${size} bytes is too large`)
    try {
      await this.#file.write(line)
      await this.#file.sync()
    } catch (error) {
      await files.writer.truncate(this.#path, this.#bytes).catch(() => undefined)
      throw error
    }
    this.#records++
    this.#bytes += size
    this.#head = sha256(line)
    return record.seq
  }
}
