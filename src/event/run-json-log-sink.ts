import {dirname} from 'node:path'
import type {ProviderEvent} from '#contract/generated/types'
import type {Files, WritableFile} from '#path/files'
import {makeFolders} from '#path/make-folders'
import {joinSafe, type Safe} from '#redact/safe'
import {checkPath} from './check-path.ts'
import {EVENT_RECORD} from './event-record.ts'
import {type EventSink, isTerminal} from './event-sink.ts'
import {sinkPorts} from './sink-ports.ts'
import {LossWarning} from './warn-of-loss.ts'

const MOST_QUEUED = 10_000
/** Lines of one write where they wait anyway: at first, and at most when they come faster than the disk takes them. */
const TOGETHER = {first: 64, most: 512}

/** Where a log goes and which run its lines belong to. */
export interface RunJsonLogOptions {
  /** Folders above it are made where they are missing. */
  readonly path: string
  /** Wins over any other `run_id` of an event; without one each event keeps its own. */
  readonly runId?: string
  /** Never replaces a field of the event. */
  readonly extraFields?: Readonly<Record<string, unknown>>
}

/** What a log needs: a disk (`nodeFiles`), and a redactor that has the last word on what is written. */
export interface RunJsonLogPorts {
  readonly files: Pick<Files, 'writer' | 'directories'>
  readonly redactor: {
    seal<T extends object>(value: T): Readonly<T>
    joinedLine(...parts: readonly object[]): Safe
    text(text: string): Safe
  }
}

/**
 * Events as NDJSON, such as a run's `logs/events.ndjson`: one object a line, whole lines a write, those that wait for the disk together. A terminal event is on the disk before `flush` settles;
 * terminal events that arrive while the disk is busy share one sync. `lines` counts what was written, `lost` what was not.
 */
export class RunJsonLogSink implements EventSink {
  readonly #path: string
  readonly #warning = new LossWarning('RunJsonLogSink')
  readonly #ports: RunJsonLogPorts
  readonly #queue: {readonly event: Readonly<ProviderEvent>; readonly terminal: boolean}[] = []
  #before: object
  #after: object
  #file: WritableFile | undefined
  #work: Promise<void> | undefined
  #torn = false
  #lines = 0
  #lost = 0

  /** Throws `invalid_input` without a path. `ports` instead of the files of this machine. */
  constructor(options: RunJsonLogOptions, ports: RunJsonLogPorts = sinkPorts()) {
    checkPath('RunJsonLogSink', options)
    this.#path = options.path
    this.#before = {...options.extraFields, ...EVENT_RECORD}
    this.#after = options.runId === undefined ? {} : {run_id: options.runId}
    this.#ports = ports
  }

  get lines(): number {
    return this.#lines
  }

  get lost(): number {
    return this.#lost
  }

  /** Takes one event; the library calls it. Never throws. */
  handle(event: Readonly<ProviderEvent>): void {
    if (this.#queue.length >= MOST_QUEUED) {
      this.#lose(1)
      return
    }
    this.#queue.push({event, terminal: isTerminal(event)})
    this.#work ??= this.#drain()
  }

  /** Settles when all events so far are written or counted as lost. Never rejects. */
  async flush(): Promise<void> {
    while (this.#work !== undefined) await this.#work
  }

  /** Writes what is left and closes the file. A disk that refuses counts as a loss. Never rejects. */
  async close(): Promise<void> {
    await this.flush()
    const file = this.#file
    this.#file = undefined
    await file?.close()
  }

  /** Takes what is queued, in order, until nothing is left; what arrives meanwhile goes into the same sync. */
  async #drain(): Promise<void> {
    // The write starts after the call that emitted the event has gone on.
    await undefined
    while (this.#queue.length > 0) {
      let terminal = false
      for (let most = TOGETHER.first; this.#queue.length > 0; most = Math.min(2 * most, TOGETHER.most)) {
        const items = this.#queue.splice(0, most)
        const isWritten = await this.#append(items.map((item) => item.event))
        terminal ||= isWritten && items.some((item) => item.terminal)
      }
      if (terminal) await this.#sync()
    }
    this.#work = undefined
  }

  async #append(events: readonly Readonly<ProviderEvent>[]): Promise<boolean> {
    try {
      this.#file ??= await this.#open()
      const lines = joinSafe(events.map((event) => this.#line(event)))
      // A write that failed halfway left half a line: the next one begins on a line of its own.
      if (this.#torn) await this.#file.write(this.#ports.redactor.text('\n'))
      this.#torn = true
      await this.#file.write(lines)
      this.#torn = false
      this.#lines += events.length
      return true
    } catch (error) {
      this.#lose(events.length, error)
      return false
    }
  }

  #lose(count: number, error?: unknown): void {
    this.#lost += count
    this.#warning.say(error)
  }

  /** The event was redacted before it came here; what stands around it is redacted once. */
  #line(event: Readonly<ProviderEvent>): Safe {
    const {redactor} = this.#ports
    this.#before = redactor.seal(this.#before)
    this.#after = redactor.seal(this.#after)
    return redactor.joinedLine(this.#before, event, this.#after)
  }

  async #open(): Promise<WritableFile> {
    await makeFolders(dirname(this.#path), this.#ports.files.directories)
    return await this.#ports.files.writer.open(this.#path, 'append')
  }

  async #sync(): Promise<void> {
    try {
      await this.#file?.sync()
    } catch (error) {
      this.#lose(1, error)
    }
  }
}
