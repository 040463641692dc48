import {elapsedMs} from '#random/clock'
import type {Time} from '#random/timers'
import type {FaultArgs, NodeFault, NodeFaultName} from '../model/fault-forms.ts'
import type {FaultOrder} from '../model/fault-orders.ts'

const MOST_AT_ONCE = 64

/** A fault that is in effect. */
export interface ActiveFault extends NodeFault {
  /** By the true clock. */
  readonly sinceMs: number
  /** By the true clock; undefined for those that a broken release has for good. */
  readonly endsAtMs: number | undefined
  /** Settles when it is over, however it ended. */
  readonly over: Promise<void>
  /** So many requests are owed to it; it takes one when this is 1. */
  owed: number
}

/** The faults of a node: set for a time, after which they end by themselves, whether their driver lives or not. */
export class FaultTable {
  readonly #time: Time
  readonly #active = new Map<
    string,
    {readonly one: ActiveFault; readonly end: () => void; readonly live: () => boolean}
  >()
  readonly #listeners: (() => void)[] = []

  /** `standing`: what a release that is broken on purpose does wrong, from its start to its end. */
  constructor(time: Time, standing: readonly NodeFault[] = []) {
    this.#time = time
    for (const [at, one] of standing.entries())
      this.#active.set(`standing ${at}`, {
        one: {...one, sinceMs: time.nowMs(), endsAtMs: undefined, over: new Promise(() => undefined), owed: 0},
        end: () => undefined,
        live: () => true,
      })
  }

  /** In place of the same fault, of the same route if it has one. Undefined where there are too many. */
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
    // A timer of a busy process is late; a fault is not.
    this.#active.set(key, {one, end, live: () => elapsedMs(this.#time, startedNs) < ttlS * 1000})
    this.#tell()
    return one
  }

  /** All that were set, or those of one name. How many they were. */
  clear(fault?: NodeFaultName): number {
    const ending = [...this.#active.values()].filter(
      ({one}) => one.endsAtMs !== undefined && (fault === undefined || one.fault === fault),
    )
    for (const {end} of ending) end()
    return ending.length
  }

  /** Those that were set. A release tells nobody that it is broken. */
  list(): ActiveFault[] {
    return this.#live().filter(({endsAtMs}) => endsAtMs !== undefined)
  }

  /** All of one name. */
  all(fault: NodeFaultName): ActiveFault[] {
    return this.#active.size === 0 ? [] : this.#live().filter((one) => one.fault === fault)
  }

  first(fault: NodeFaultName): ActiveFault | undefined {
    return this.all(fault)[0]
  }

  /** Called after each change. */
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
