import {dirname} from 'node:path'
import type {ProviderEvent} from '#contract/generated/types'
import type {WritableFile} from '#path/files'
import {makeFolders} from '#path/make-folders'
import {checkPath} from './check-path.ts'
import {LossWarning} from './compose-event-handlers.ts'
import type {EventSink} from './event-sink.ts'
import type {McapRecording} from './record-mcap.ts'
import {type SinkPorts, sinkPorts} from './sink-ports.ts'

const MOST_QUEUED = 10_000

/**
 * Events as an MCAP recording for Foxglove and Rerun. The file must not be there yet; it is made, and the library for the format
 * loaded, with the first event. `close` ends it: only then has it an index.
 */
export class McapRecordingSink implements EventSink {
  readonly #path: string
  readonly #warning = new LossWarning('McapRecordingSink')
  readonly #ports: SinkPorts
  #work: Promise<void> = Promise.resolve()
  #open: {readonly file: WritableFile; readonly recording: McapRecording} | undefined
  #isClosed = false
  #queued = 0
  #lost = 0

  /** Throws `invalid_input` without a path. `ports` instead of the files of this machine. */
  constructor(options: {readonly path: string}, ports: SinkPorts = sinkPorts()) {
    checkPath('McapRecordingSink', options)
    this.#path = options.path
    this.#ports = ports
  }

  get lost(): number {
    return this.#lost
  }

  /** Takes one event; the library calls it. Never throws. */
  handle(event: Readonly<ProviderEvent>): void {
    if (this.#isClosed || this.#queued >= MOST_QUEUED) {
      this.#lose()
      return
    }
    this.#queued++
    // One after the other: the format breaks where two writes overlap.
    this.#work = this.#work.then(() => this.#add(event))
  }

  /** Settles when all events so far are written or counted as lost. Never rejects. */
  flush(): Promise<void> {
    return this.#work
  }

  /** Ends the recording; an event after this is lost. A disk that refuses counts as a loss. Never rejects. */
  close(): Promise<void> {
    this.#isClosed = true
    this.#work = this.#work.then(() => this.#end())
    return this.#work
  }

  #add(event: Readonly<ProviderEvent>): Promise<void> {
    // Whatever goes wrong here, in what a host gave too, must not end the host.
    return Promise.resolve()
      .then(() => this.#recording())
      .then((recording) => recording.add(event))
      .catch((error: unknown) => this.#lose(error))
      .finally(() => this.#queued--)
  }

  #end(): Promise<void> {
    const open = this.#open
    this.#open = undefined
    if (open === undefined) return Promise.resolve()
    const whole = open.recording.end().then(() => open.file.sync())
    return whole
      .catch((error: unknown) => this.#lose(error))
      .then(() => open.file.close())
      .catch((error: unknown) => this.#lose(error))
  }

  #lose(error?: unknown): void {
    this.#lost++
    this.#warning.say(error)
  }

  #recording(): Promise<McapRecording> {
    if (this.#open !== undefined) return Promise.resolve(this.#open.recording)
    const {files, redactor} = this.#ports
    const made = makeFolders(dirname(this.#path), files.directories).then(() => files.writer.open(this.#path, 'new'))
    const opening = Promise.all([import('./record-mcap.ts'), made])
    return opening.then(([{McapRecording}, file]) =>
      McapRecording.start(file, (bytes) => redactor.bytes(bytes)).then((recording) => {
        this.#open = {file, recording}
        return recording
      }),
    )
  }
}
