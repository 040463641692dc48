import {dirname} from 'node:path'
import type {ProviderEvent} from '#contract/generated/types'
import type {WritableFile} from '#path/files'
import {makeFolders} from '#path/make-folders'
import {LineFile} from '#path/write-lines'
import type {Safe} from '#redact/safe'
import {checkPath} from './check-path.ts'
import {LossWarning} from './compose-event-handlers.ts'
import {EVENT_RECORD} from './event-record.ts'
import {type EventSink, isTerminal} from './event-sink.ts'
import {type SinkPorts, sinkPorts} from './sink-ports.ts'

const MOST_WAITING = 10_000
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

/**
 * Events as NDJSON, such as a run's `logs/events.ndjson`: one object a line, whole lines a write, those that wait for the disk together. A
 * terminal event is on the disk before `flush` settles; terminal events that arrive while the disk is busy share one sync. `lines` counts
 * what was written, `lost` what was not.
 */
export class RunJsonLogSink implements EventSink {
  readonly #file: LineFile<Readonly<ProviderEvent>>

  /** Throws `invalid_input` without a path. `ports` instead of the files of this machine. */
  constructor(options: RunJsonLogOptions, ports: SinkPorts = sinkPorts()) {
    checkPath('RunJsonLogSink', options)
    const warning = new LossWarning('RunJsonLogSink')
    this.#file = new LineFile({
      open: () => openLog(options.path, ports.files),
      line: lineOf(options, ports.redactor),
      together: TOGETHER,
      mostWaiting: MOST_WAITING,
      goingOn: {newline: () => ports.redactor.text('\n'), lost: (error) => warning.say(error)},
    })
  }

  get lines(): number {
    return this.#file.written
  }

  get lost(): number {
    return this.#file.lost
  }

  /** Takes one event; the library calls it. Never throws. */
  handle(event: Readonly<ProviderEvent>): void {
    this.#file.append(event, isTerminal(event))
  }

  /** Settles when all events so far are written or counted as lost. Never rejects. */
  async flush(): Promise<void> {
    await this.#file.settle()
  }

  /** Writes what is left and closes the file. A disk that refuses counts as a loss. Never rejects. */
  async close(): Promise<void> {
    await this.#file.close()
  }
}

async function openLog(path: string, {writer, directories}: SinkPorts['files']): Promise<WritableFile> {
  await makeFolders(dirname(path), directories)
  return await writer.open(path, 'append')
}

/** An event was redacted before it comes here; what stands around it is redacted once. */
function lineOf({runId, extraFields}: RunJsonLogOptions, redactor: SinkPorts['redactor']) {
  let before: object = {...extraFields, ...EVENT_RECORD}
  let after: object = runId === undefined ? {} : {run_id: runId}
  return (event: Readonly<ProviderEvent>): Safe => {
    before = redactor.seal(before)
    after = redactor.seal(after)
    return redactor.joinedLine(before, event, after)
  }
}
