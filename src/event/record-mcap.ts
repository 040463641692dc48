import {McapWriter} from '@mcap/core'
import type {ProviderEvent} from '#contract/generated/types'
import type {WritableFile} from '#path/files'
import type {SafeBytes} from '#redact/safe'

const field = (type: string) => ({type})
/** What Foxglove and others need to know of an event to plot its fields. */
const SCHEMA = {
  title: 'ProviderEvent',
  type: 'object',
  properties: {
    timestamp: {type: 'string', format: 'date-time'},
    sequence: field('integer'),
    provider: field('string'),
    operation: field('string'),
    phase: field('string'),
    attempt: field('integer'),
    max_attempts: field('integer'),
    duration_ms: field('number'),
    status_code: field('integer'),
    message: field('string'),
    metadata: field('object'),
  },
}

/** Events as an MCAP recording: JSON messages on one channel a provider and operation, log time in nanoseconds. Source: mcap.dev/spec. */
export class McapRecording {
  readonly #writer: McapWriter
  readonly #channels = new Map<string, number>()
  #schemaId = 0

  private constructor(writer: McapWriter) {
    this.#writer = writer
  }

  /** `safe` takes the bytes of the format; the events in them are redacted already. */
  static async start(file: WritableFile, safe: (bytes: Uint8Array) => SafeBytes): Promise<McapRecording> {
    let position = 0n
    const writable = {
      position: () => position,
      write: async (bytes: Uint8Array) => {
        // The writer uses its memory again.
        await file.write(safe(bytes.slice()))
        position += BigInt(bytes.length)
      },
    }
    const writer = new McapWriter({writable})
    await writer.start({profile: '', library: 'assay'})
    const recording = new McapRecording(writer)
    recording.#schemaId = await writer.registerSchema({
      name: SCHEMA.title,
      encoding: 'jsonschema',
      data: Buffer.from(JSON.stringify(SCHEMA)),
    })
    return recording
  }

  async add(event: Readonly<ProviderEvent>): Promise<void> {
    const channelId = await this.#channel(`/assay/events/${event.provider}/${event.operation}`)
    const time = BigInt(Date.parse(event.timestamp)) * 1_000_000n
    const data = Buffer.from(JSON.stringify(event))
    await this.#writer.addMessage({channelId, sequence: event.sequence, logTime: time, publishTime: time, data})
  }

  /** Writes index and summary, without which a reader has to look at everything. */
  end(): Promise<void> {
    return this.#writer.end()
  }

  async #channel(topic: string): Promise<number> {
    const known = this.#channels.get(topic)
    if (known !== undefined) return known
    const id = await this.#writer.registerChannel({
      topic,
      schemaId: this.#schemaId,
      messageEncoding: 'json',
      metadata: new Map(),
    })
    this.#channels.set(topic, id)
    return id
  }
}
