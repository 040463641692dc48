import type {ProviderEvent} from '#contract/generated/types'
import {codeOf} from '#error/assay-error'
import type {EventHead, EventTarget} from './event-sink.ts'

/** Promises of one handler kept for the flush; beyond it events for that handler are dropped and counted. */
const MOST_PENDING = 10_000

/** Several targets as one. A target that throws, rejects or falls behind harms neither the call nor its neighbours: `lost` counts it, and its first loss is said once. */
export interface ComposedSink {
  handle(event: Readonly<ProviderEvent>): void
  /** Waits for every promise and every target's own flush. Never rejects. */
  flush(): Promise<void>
  readonly lost: number
  /** Whether any target wants an event made. */
  wants(head: EventHead): boolean
  missed(head: EventHead): void
}

/** One target of events that tells all of these, each in its own order. A target that fails loses its events alone and is counted in `lost`. Never throws. */
export function composeEventHandlers(...targets: readonly EventTarget[]): ComposedSink {
  const lanes = targets.map((target) => new Lane(target))
  return {
    handle: (event) => {
      for (const lane of lanes) lane.handle(event)
    },
    flush: async () => {
      await Promise.all(lanes.map((lane) => lane.flush()))
    },
    get lost() {
      return lanes.reduce((sum, lane) => sum + lane.lost, 0)
    },
    wants: (head) => lanes.some((lane) => lane.wants(head)),
    missed: (head) => {
      for (const lane of lanes) lane.missed(head)
    },
  }
}

class Lane {
  readonly #target: EventTarget
  readonly #warning: LossWarning
  readonly #pending = new Set<Promise<void>>()
  #lost = 0

  constructor(target: EventTarget) {
    this.#target = target
    this.#warning = new LossWarning(nameOfTarget(target))
  }

  get lost(): number {
    return this.#lost + (typeof this.#target === 'function' ? 0 : (this.#target.lost ?? 0))
  }

  /** A target that fails to answer gets the event. */
  wants(head: EventHead): boolean {
    try {
      return typeof this.#target === 'function' || (this.#target.wants?.(head) ?? true)
    } catch {
      return true
    }
  }

  missed(head: EventHead): void {
    try {
      if (typeof this.#target !== 'function') this.#target.missed?.(head)
    } catch (error) {
      this.#lose(error)
    }
  }

  handle(event: Readonly<ProviderEvent>): void {
    if (this.#pending.size >= MOST_PENDING) {
      this.#lose()
      return
    }
    try {
      const answer = typeof this.#target === 'function' ? this.#target(event) : this.#target.handle(event)
      if (answer !== undefined) this.#keep(answer)
    } catch (error) {
      this.#lose(error)
    }
  }

  async flush(): Promise<void> {
    await Promise.all(this.#pending)
    if (typeof this.#target === 'function') return
    try {
      await this.#target.flush?.()
    } catch (error) {
      this.#lose(error)
    }
  }

  #lose(error?: unknown): void {
    this.#lost++
    this.#warning.say(error)
  }

  /** A handler written in plain JavaScript may return anything, so the answer is wrapped before it is watched. */
  #keep(answer: unknown): void {
    const watched: Promise<void> = Promise.resolve(answer)
      .catch((error: unknown) => this.#lose(error))
      .then(() => void this.#pending.delete(watched))
    this.#pending.add(watched)
  }
}

/**
 * Says a single time that a sink loses events: as a warning of the process, which a host may listen for (`process.on('warning')`) and
 * otherwise finds on standard error. Names and codes only; the text of an error may hold anything.
 */
export class LossWarning {
  readonly #sink: string
  #isSaid = false

  constructor(sink: string) {
    this.#sink = sink
  }

  say(error?: unknown): void {
    if (this.#isSaid) return
    this.#isSaid = true
    const why = causeOf(error)
    process.emitWarning(`${this.#sink} loses events${why === '' ? '' : ` (${why})`}; how many is counted in lost`, {
      type: 'AssayWarning',
      code: 'ASSAY_EVENTS_LOST',
    })
  }
}

/** The class of a sink or the name of a function, where it is a plain word. */
export function nameOfTarget(target: unknown): string {
  const name: unknown = typeof target === 'function' ? target.name : target?.constructor?.name
  return typeof name === 'string' && /^[A-Za-z_$][\w$]{0,63}$/.test(name) && name !== 'Object'
    ? name
    : 'an event handler'
}

function causeOf(error: unknown): string {
  const word = codeOf(error) ?? (error instanceof Error ? (Reflect.get(error, 'code') ?? error.name) : '')
  return typeof word === 'string' && /^\w{1,64}$/.test(word) ? word : ''
}
