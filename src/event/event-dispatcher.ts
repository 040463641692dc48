import type {ProviderEvent} from '#contract/generated/types'
import type {BasicPorts} from '#port/basic-ports'
import type {Clock} from '#random/clock'
import {timestamp} from '#random/clock'
import type {Redactor} from '#redact/redactor'
import {type ComposedSink, composeEventHandlers} from './compose-event-handlers.ts'
import {currentCorrelation} from './correlation.ts'
import type {EventPart} from './event-draft.ts'
import type {EventHead, EventTarget} from './event-sink.ts'

/** Gives the same values, frozen and with everything secret masked; the redactor of `redact/` is one. */
type EventRedactor = Pick<Redactor, 'seal' | 'sealJoined' | 'isBlank'>

const NOTHING: EventPart = {}

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

  /**
   * What is known of an event before its end, made safe while there is time. Where something in it had to be masked, it is left as it is: marks are
   * numbered through a whole event.
   */
  prepare(head: EventPart): EventPart {
    const known = told(head, NOTHING)
    const sealed = this.#ports.redactor.seal(known)
    return this.#ports.redactor.isBlank(sealed) ? sealed : known
  }

  /** Ids that the draft and what was prepared of it leave open come from the correlation in force. */
  dispatch(draft: EventPart, also?: ComposedSink, prepared: EventPart = NOTHING): void {
    const event = this.#stamp(prepared, draft)
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

  #stamp(prepared: EventPart, draft: EventPart): Readonly<ProviderEvent> {
    const {redactor, clock, entropy} = this.#ports
    const sequence = ++this.#sequence
    this.#origin ??= Buffer.from(entropy.bytes(8)).toString('hex')
    const stamp = {
      schema_version: 1 as const,
      event_id: this.#origin + sequence.toString(16).padStart(16, '0'),
      sequence,
      timestamp: timestamp(clock.nowMs()),
    }
    if (redactor.isBlank(prepared)) return redactor.sealJoined<ProviderEvent>(stamp, prepared, said(draft))
    return redactor.seal({...stamp, ...told(prepared, draft)} as ProviderEvent)
  }
}

/** The ids in force and what the parts of a draft say; what they leave undefined they do not say. */
function told(prepared: EventPart, draft: EventPart): EventPart {
  return {...currentCorrelation(), ...said(prepared), ...said(draft)}
}

/** This runs for every event, and most have nothing to leave out: they stay in the form in which they came. */
function said(part: EventPart): EventPart {
  const values = Object.values(part)
  if (!values.includes(undefined)) return part
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined))
}
