/** A delivery and when it is due, in ms by the caller's clock. */
interface QueuedDelivery {
  readonly id: string
  readonly hookId: string
  readonly dueMs: number
}

interface Lane {
  readonly due: string[]
  isBusy: boolean
}

/**
 * Decides which delivery is attempted next: one at a time for each hook, a limited number over all, hooks in turn. A delivery that waits for
 * its time does not block others. The store, not this queue, is the truth.
 */
export class DeliveryLanes {
  readonly #mostAtOnce: number
  /** Lanes with something due or running, in turn. */
  readonly #lanes = new Map<string, Lane>()
  readonly #later = new Map<string, QueuedDelivery>()
  /** The earliest due time in `later`. */
  #soonestMs = Number.POSITIVE_INFINITY
  #running = 0

  constructor(mostAtOnce: number) {
    this.#mostAtOnce = mostAtOnce
  }

  get running(): number {
    return this.#running
  }

  /** Number of waiting deliveries, without those in progress. */
  get waiting(): number {
    return this.#later.size + [...this.#lanes.values()].reduce((sum, {due}) => sum + due.length, 0)
  }

  /** When the next delivery becomes due, in ms; undefined if none waits for its time. */
  get nextDueMs(): number | undefined {
    return this.#later.size === 0 ? undefined : this.#soonestMs
  }

  add(delivery: QueuedDelivery, nowMs: number): void {
    if (delivery.dueMs <= nowMs) this.#laneOf(delivery.hookId).due.push(delivery.id)
    else {
      this.#later.set(delivery.id, delivery)
      this.#soonestMs = Math.min(this.#soonestMs, delivery.dueMs)
    }
  }

  /** The next delivery; undefined if none is due or all places are taken. Its hook is busy until `done`. */
  take(nowMs: number): {readonly id: string; readonly hookId: string} | undefined {
    if (this.#soonestMs <= nowMs) this.#promote(nowMs)
    if (this.#running >= this.#mostAtOnce) return undefined
    for (const [hookId, lane] of this.#lanes) {
      const id = lane.isBusy ? undefined : lane.due.shift()
      if (id === undefined) continue
      lane.isBusy = true
      this.#running++
      // Moves the lane to the end, so that other hooks come first.
      this.#lanes.delete(hookId)
      this.#lanes.set(hookId, lane)
      return {id, hookId}
    }
    return undefined
  }

  done(hookId: string): void {
    const lane = this.#lanes.get(hookId)
    if (lane === undefined || !lane.isBusy) return
    lane.isBusy = false
    this.#running--
    if (lane.due.length === 0) this.#lanes.delete(hookId)
  }

  #promote(nowMs: number): void {
    this.#soonestMs = Number.POSITIVE_INFINITY
    for (const one of this.#later.values()) {
      if (one.dueMs > nowMs) this.#soonestMs = Math.min(this.#soonestMs, one.dueMs)
      else {
        this.#later.delete(one.id)
        this.#laneOf(one.hookId).due.push(one.id)
      }
    }
  }

  #laneOf(hookId: string): Lane {
    const known = this.#lanes.get(hookId)
    if (known !== undefined) return known
    const made: Lane = {due: [], isBusy: false}
    this.#lanes.set(hookId, made)
    return made
  }
}
