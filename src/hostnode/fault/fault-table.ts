import {elapsedMs} from '#random/clock'
import type {Time} from '#random/timers'
import type {FaultArgs, NodeFault, NodeFaultName} from '../model/fault-forms.ts'
import type {FaultOrder} from '../model/fault-orders.ts'

const MOST_AT_ONCE = 64

/** A fault that is in effect. */
export interface ActiveFault extends NodeFault {
  /** By the true clock. */
  readonly sinceMs: number
  /** By the true clock; undefined for the permanent faults of a broken release. */
  readonly endsAtMs: number | undefined
  /** Settles when it is over, however it ended. */
  readonly over: Promise<void>
  /** Share of requests due to this fault so far; it strikes one when this reaches 1. */
  owed: number
}

/** The faults of a node: each is set for a time and then ends by itself, whether or not its driver is still alive. */
export class FaultTable {
  readonly #time: Time
  readonly #active = new Map<
    string,
    {readonly one: ActiveFault; readonly end: () => void; readonly live: () => boolean}
  >()
  readonly #listeners: (() => void)[] = []

  /** `standing`: permanent faults of a release that is broken on purpose. */
  constructor(time: Time, standing: readonly NodeFault[] = []) {
    this.#time = time
    for (const [at, one] of standing.entries())
      this.#active.set(`standing ${at}`, {
        one: {...one, sinceMs: time.nowMs(), endsAtMs: undefined, over: new Promise(() => undefined), owed: 0},
        end: () => undefined,
        live: () => true,
      })
  }

  /** Sets a fault in place of the same one, on the same route if it has one. Undefined if there are too many. */
  set({fault, args, ttlS}: Pick<Extract<FaultOrder, {op: 'set'}>, 'fault' | 'args' | 'ttlS'>): ActiveFault | undefined {
    const key = keyOf({fault, args})
    this.#active.get(key)?.end()
    if (this.#active.size >= MOST_AT_ONCE) return undefined
    const startedNs = this.#time.monotonicNs()
    const over = Promise.withResolvers<void>()
    const end = () => {
      if (this.#active.get(key)?.one !== one) return
      cancel()
      this.#active.delete(key)
      over.resolve()
      this.#tell()
    }
    const cancel = this.#time.after(ttlS * 1000, end)
    const sinceMs = this.#time.nowMs()
    const one: ActiveFault = {fault, args, sinceMs, endsAtMs: sinceMs + ttlS * 1000, over: over.promise, owed: 0}
    // Checked by time as well: the timer of a busy process is late, a fault must not be.
    this.#active.set(key, {one, end, live: () => elapsedMs(this.#time, startedNs) < ttlS * 1000})
    this.#tell()
    return one
  }

  /** Clears all faults that were set, or those of one name. Returns their number. */
  clear(fault?: NodeFaultName): number {
    const ending = [...this.#active.values()].filter(
      ({one}) => one.endsAtMs !== undefined && (fault === undefined || one.fault === fault),
    )
    for (const {end} of ending) end()
    return ending.length
  }

  /** Faults that were set, without the permanent ones: a broken release does not announce that it is broken. */
  list(): ActiveFault[] {
    return this.#live().filter(({endsAtMs}) => endsAtMs !== undefined)
  }

  /** All active faults of one name. */
  all(fault: NodeFaultName): ActiveFault[] {
    return this.#active.size === 0 ? [] : this.#live().filter((one) => one.fault === fault)
  }

  first(fault: NodeFaultName): ActiveFault | undefined {
    return this.all(fault)[0]
  }

  /** Registers a listener that is called after each change. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  #live(): ActiveFault[] {
    return [...this.#active.values()].filter(({live}) => live()).map(({one}) => one)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

function keyOf({fault, args}: {readonly fault: NodeFaultName; readonly args: FaultArgs}): string {
  return 'route' in args ? `${fault} ${String(args['route'])}` : fault
}
