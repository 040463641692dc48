import type {ProviderEvent} from '#contract/generated/types'
import type {BasicPorts} from '#port/basic-ports'
import type {Clock} from '#random/clock'
import {timestamp} from '#random/clock'
import {type ComposedSink, composeEventHandlers} from './compose-event-handlers.ts'
import {currentCorrelation} from './correlation.ts'
import type {EventDraft} from './event-draft.ts'
import type {EventHead, EventTarget} from './event-sink.ts'

/** Gives the same value, frozen and with everything secret masked; the redactor of `redact/` is one. */
interface EventRedactor {
  seal<T extends object>(value: T): Readonly<T>
}

type Ports = Pick<BasicPorts, 'entropy'> & {readonly clock: Clock; readonly redactor: EventRedactor}

/**
 * The one way of an event to the sinks: stamped, redacted once, frozen, then handed to all of them.
 * `sequence` counts from 1 without gaps; a sink sees a gap only where it lost an event itself.
 */
export class EventDispatcher {
  readonly #sink: ComposedSink
  readonly #ports: Ports
  #origin: string | undefined
  #sequence = 0

  constructor(targets: readonly EventTarget[], ports: Ports) {
    this.#sink = composeEventHandlers(...targets)
    this.#ports = ports
  }

  /** Whether anybody wants such an event made. `also` are further targets of this one event. */
  wants(head: EventHead, also?: ComposedSink): boolean {
    return this.#sink.wants(head) || also?.wants(head) === true
  }

  /** Tells the targets of an event that nobody wanted. */
  pass(head: EventHead, also?: ComposedSink): void {
    this.#sink.missed(head)
    also?.missed(head)
  }

  /** Ids the draft leaves open come from the correlation in force. */
  dispatch(draft: EventDraft, also?: ComposedSink): void {
    const event = this.#stamp(draft)
    this.#sink.handle(event)
    also?.handle(event)
  }

  /** Settles when every sink has what it was handed. Never rejects. */
  flush(): Promise<void> {
    return this.#sink.flush()
  }

  /** Events that some sink failed to take, over all sinks. */
  get lost(): number {
    return this.#sink.lost
  }

  #stamp(draft: EventDraft): Readonly<ProviderEvent> {
    const sequence = ++this.#sequence
    this.#origin ??= Buffer.from(this.#ports.entropy.bytes(8)).toString('hex')
    const event = {
      schema_version: 1 as const,
      event_id: this.#origin + sequence.toString(16).padStart(16, '0'),
      sequence,
      timestamp: timestamp(this.#ports.clock.nowMs()),
      ...told(draft),
    }
    return this.#ports.redactor.seal(event as ProviderEvent)
  }
}

/** The ids in force and what the draft says. One pass: this runs for every event. */
function told(draft: EventDraft): Record<string, unknown> {
  const fields: Record<string, unknown> = {...currentCorrelation()}
  for (const [key, value] of Object.entries(draft)) if (value !== undefined) fields[key] = value
  return fields
}
