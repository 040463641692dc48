import type {ProviderEvent} from '#contract/generated/types'
import type {Files, WritableFile} from '#path/files'
import type {SafeBytes} from '#redact/safe'
import type {EventSink} from './event-sink.ts'
import type {McapRecording} from './record-mcap.ts'

const MOST_QUEUED = 10_000

export interface McapRecordingPorts {
  readonly files: Pick<Files, 'writer'>
  readonly redactor: {bytes(content: Uint8Array): SafeBytes}
}

/**
 * Events as an MCAP recording for Foxglove and Rerun. The file must not be there yet; it is made, and the library for the format
 * loaded, with the first event. `close` ends it: only then has it an index.
 */
export class McapRecordingSink implements EventSink {
  readonly #path: string
  readonly #ports: McapRecordingPorts
  #work: Promise<void> = Promise.resolve()
  #open: {readonly file: WritableFile; readonly recording: McapRecording} | undefined
  #isClosed = false
  #queued = 0
  #lost = 0

  constructor(options: {readonly path: string}, ports: McapRecordingPorts) {
    this.#path = options.path
    this.#ports = ports
  }

  get lost(): number {
    return this.#lost
  }

  handle(event: Readonly<ProviderEvent>): void {
    if (this.#isClosed || this.#queued >= MOST_QUEUED) {
      this.#lost++
      return
    }
    this.#queued++
    // One after the other: the format breaks where two writes overlap.
    this.#work = this.#work.then(() => this.#add(event))
  }

  flush(): Promise<void> {
    return this.#work
  }

  /** Ends the recording; an event after this is lost. A disk that refuses counts as a loss and is no error. */
  close(): Promise<void> {
    this.#isClosed = true
    this.#work = this.#work.then(() => this.#end())
    return this.#work
  }

  #add(event: Readonly<ProviderEvent>): Promise<void> {
    return this.#recording()
      .then((recording) => recording.add(event))
      .catch(() => void this.#lost++)
      .finally(() => this.#queued--)
  }

  #end(): Promise<void> {
    const open = this.#open
    this.#open = undefined
    if (open === undefined) return Promise.resolve()
    const whole = open.recording.end().then(() => open.file.sync())
    return whole.catch(() => void this.#lost++).then(() => open.file.close())
  }

  #recording(): Promise<McapRecording> {
    if (this.#open !== undefined) return Promise.resolve(this.#open.recording)
    const {files, redactor} = this.#ports
    const opening = Promise.all([import('./record-mcap.ts'), files.writer.open(this.#path, 'new')])
    return opening.then(([{McapRecording}, file]) =>
      McapRecording.start(file, (bytes) => redactor.bytes(bytes)).then((recording) => {
        this.#open = {file, recording}
        return recording
      }),
    )
  }
}
