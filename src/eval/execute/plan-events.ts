import type {ProviderEvent} from '#contract/generated/types'
import type {EventHandler} from '#event/event-handler'
import type {EventHead, EventSink} from '#event/event-sink'

type Event = Readonly<ProviderEvent>

/** The first success of an operation within a plan, and what all its successes there came to. */
interface Folded {
  readonly first: Event
  calls: number
  durationMs: number
}

/**
 * What an evaluation does with provider events: passes them on and counts the calls that got as far as a provider. A plan with a provider
 * in this process makes thousands of calls that cost nothing: of their successes one an operation is made and passed on when the plan ends,
 * with their number and time together. Failures and retries are passed on as they are.
 */
export class PlanEvents implements EventSink {
  readonly #target: EventHandler
  readonly #reached = new Map<string, number>()
  readonly #folded = new Map<string, Folded>()
  #plans = 0

  constructor(target: EventHandler) {
    this.#target = target
  }

  handle(event: Event): void | Promise<void> {
    this.#count(event)
    if (this.#isSingle(event)) return this.#target(event)
    const folded = this.#folded.get(nameOf(event))
    if (folded) add(folded, event)
    else this.#folded.set(nameOf(event), {first: event, calls: 1, durationMs: event.duration_ms})
  }

  wants(head: EventHead): boolean {
    return this.#isSingle(head) || !this.#folded.has(nameOf(head))
  }

  missed(head: EventHead): void {
    this.#count(head)
    const folded = this.#folded.get(nameOf(head))
    if (folded) add(folded, head)
  }

  /** Calls of a provider so far that were sent; those refused before do not count. */
  reached(provider: string): number {
    return this.#reached.get(provider) ?? 0
  }

  startPlan(): void {
    this.#plans++
  }

  endPlan(): void {
    this.#plans = Math.max(0, this.#plans - 1)
    if (this.#plans > 0) return
    for (const {first, calls, durationMs} of this.#folded.values()) {
      const metadata = Object.freeze({...first.metadata, calls})
      void this.#target(Object.freeze({...first, duration_ms: durationMs, metadata}))
    }
    this.#folded.clear()
  }

  #isSingle({phase}: EventHead): boolean {
    return this.#plans === 0 || phase !== 'success'
  }

  #count({provider, attempt}: EventHead): void {
    if (attempt > 0) this.#reached.set(provider, this.reached(provider) + 1)
  }
}

function nameOf({provider, operation}: EventHead): string {
  return `${provider} ${operation}`
}

function add(folded: Folded, {duration_ms}: EventHead): void {
  folded.calls++
  folded.durationMs += duration_ms
}
