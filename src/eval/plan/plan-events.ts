import type {ProviderEvent} from '#contract/generated/types'
import type {EventHandler} from '#event/event-handler'

type Event = Readonly<ProviderEvent>

/**
 * What an evaluation does with provider events: passes them on and counts the calls that got as far as a provider. A plan with a provider
 * in this process makes thousands of calls that cost nothing; of those that succeed only the last is passed on, one event a plan.
 */
export class PlanEvents {
  readonly #target: EventHandler
  readonly #reached = new Map<string, number>()
  #plans = 0
  #held: Event | undefined

  constructor(target: EventHandler) {
    this.#target = target
  }

  readonly handler: EventHandler = (event) => {
    if (event.attempt > 0) this.#reached.set(event.provider, this.reached(event.provider) + 1)
    if (this.#plans === 0 || event.phase !== 'success') return this.#target(event)
    this.#held = event
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
    if (this.#held) void this.#target(this.#held)
    this.#held = undefined
  }
}
