import type {ProviderEvent} from '#contract/generated/types'
import type {EventHandler} from '#event/event-handler'

export type ToldEvents = readonly Readonly<ProviderEvent>[]

/** What the events of some calls say: retries over all, and attempts by request id. `retries` is null if the provider told nothing. */
export interface EventFacts {
  readonly retries: number | null
  readonly attempts: ReadonlyMap<string, number>
}

/** Holds events while calls are timed, so that writing them costs no call anything. */
export class EventQueue {
  #events: ProviderEvent[] = []

  readonly handler: EventHandler = (event) => void this.#events.push(event)

  /** All events since the last drain, in order. */
  drain(): ToldEvents {
    const events = this.#events
    this.#events = []
    return events
  }
}

export function eventFacts(events: ToldEvents): EventFacts {
  const attempts = new Map<string, number>()
  let retries = 0
  for (const {request_id, phase} of events) {
    const repeat = phase === 'retry' ? 1 : 0
    retries += repeat
    if (request_id !== undefined) attempts.set(request_id, (attempts.get(request_id) ?? 1) + repeat)
  }
  return {retries: events.length === 0 ? null : retries, attempts}
}
