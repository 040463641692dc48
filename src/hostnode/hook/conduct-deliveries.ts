import type {HttpClient} from '#net/http-client'
import {elapsedMs} from '#random/clock'
import type {NodeContext} from '../context/context.ts'
import type {WaitingDelivery} from '../model/hook-desk.ts'
import {hookPolicy, parseHookTarget} from '../model/hook-targets.ts'
import {type SteadyClock, steadyClock} from '../model/steady-clock.ts'
import {deliveryById, sweepDeliveries, waitingDeliveries} from '../store/deliveries-table.ts'
import {hookById} from '../store/hooks-table.ts'
import {Readings} from '../store/readings.ts'
import type {AttemptOutcome} from './attempt-outcome.ts'
import {DeliveryLanes} from './delivery-lanes.ts'
import {dispatchDelivery, type OpenHook} from './dispatch-delivery.ts'
import {settleAttempt} from './settled-attempt.ts'

const MOST_AT_ONCE = 16
const SWEEP_EVERY_MS = 60_000
const HISTORY_MS = 30 * 24 * 3_600_000
const HISTORY_EACH = 1_000
const STOP_MS = 10_000
const STORE_AGAIN_MS = 1_000
/** Outcomes of this many ms share one transaction: the sync to the disk is the most expensive part of a delivery, and blocks everything else. */
const WRITE_EVERY_MS = 25
/** On a slow disk the wait grows, so that writing takes at most a fifth of the time. */
const WRITE_SHARE = 4
const LONGEST_WRITE_WAIT_MS = 250
/** Timers cannot hold longer times. */
const LONGEST_WAIT_MS = 3_600_000

/** Outcome of an attempt that failed by a bug of ours. */
const UNKNOWN = {
  durationMs: 0,
  statusCode: null,
  error: 'internal_error',
  isFinal: false,
  reply: null,
  retryAfterMs: 0,
} as const

/** An attempted delivery; without an outcome if there was nothing to attempt. */
interface Attempted {
  readonly id: string
  readonly hookId: string
  readonly outcome: AttemptOutcome | undefined
}

/**
 * Attempts waiting deliveries, beside requests, from the start of a node to its stop. An attempt is stored only after it ended: one that a
 * crash interrupts is made again. Outcomes that come together share one transaction.
 */
export function conductDeliveries(context: NodeContext): () => Promise<void> {
  const courier = new Courier(context)
  courier.begin()
  return () => courier.end()
}

class Courier {
  readonly #context: NodeContext
  readonly #lanes = new DeliveryLanes(MOST_AT_ONCE)
  /** A cache: many deliveries between two writes belong to the same few hooks. */
  readonly #openHooks: Readings<OpenHook>
  readonly #targets: ReturnType<typeof targetsOf>
  readonly #clients = new Map<number, HttpClient>()
  readonly #stop = new AbortController()
  readonly #cancels: (() => void)[] = []
  readonly #steady: SteadyClock
  #writeWaitMs = WRITE_EVERY_MS
  #attempted: Attempted[] = []
  #cancelWrite: (() => void) | undefined
  #isStuck = false
  #isEnding = false
  #cancelNext: (() => void) | undefined
  #onIdle: (() => void) | undefined

  constructor(context: NodeContext) {
    this.#context = context
    this.#openHooks = new Readings(context.store)
    this.#targets = targetsOf(context)
    this.#steady = steadyClock(context.time)
  }

  begin(): void {
    const {store, time, hooks, metrics} = this.#context
    const add = (all: readonly WaitingDelivery[]) => {
      for (const one of all) this.#queue(one)
      this.#pump()
    }
    hooks.bell.listen(add)
    metrics.beforeReading(() => metrics.hookQueueDepth.set(this.#lanes.waiting + this.#lanes.running))
    this.#cancels.push(time.every(SWEEP_EVERY_MS, () => this.#sweep()))
    add(waitingDeliveries(store, time.nowMs()))
  }

  #queue({id, hookId, waitMs}: WaitingDelivery): void {
    const nowMs = this.#steady.nowMs()
    this.#lanes.add({id, hookId, dueMs: nowMs + waitMs}, nowMs)
  }

  /** Starts nothing new; attempts in progress get a limited time, then they are aborted and stay queued. */
  async end(): Promise<void> {
    this.#isEnding = true
    this.#cancelNext?.()
    for (const cancel of this.#cancels) cancel()
    if (!this.#isIdle) await this.#idle()
    for (const client of this.#clients.values()) await client.close()
  }

  async #idle(): Promise<void> {
    const cancel = this.#context.time.after(STOP_MS, () => this.#stop.abort())
    await new Promise<void>((done) => {
      this.#onIdle = done
    })
    cancel()
  }

  /** A client depends only on the port, which decides the addresses that may be called. Clients keep no connections. */
  readonly #clientFor = (port: number): HttpClient => {
    const known = this.#clients.get(port)
    if (known !== undefined) return known
    const made = this.#context.hooks.reach(hookPolicy(this.#targets, port))
    this.#clients.set(port, made)
    return made
  }

  #pump(): void {
    if (this.#isEnding || this.#isStuck) return
    const nowMs = this.#steady.nowMs()
    for (let next = this.#lanes.take(nowMs); next !== undefined; next = this.#lanes.take(nowMs)) this.#attempt(next)
    this.#cancelNext?.()
    const dueMs = this.#lanes.nextDueMs
    if (dueMs === undefined) return
    const wait = Math.min(Math.max(0, dueMs - nowMs), LONGEST_WAIT_MS)
    this.#cancelNext = this.#context.time.after(wait, () => this.#pump())
  }

  #attempt({id, hookId}: {readonly id: string; readonly hookId: string}): void {
    const {store, hooks, crashAt, log, metrics} = this.#context
    const delivery = deliveryById(store, id)
    const open = this.#openHooks.of(hookId, () => {
      const hook = hookById(store, hookId)
      return hook && {url: hook.url, secret: hooks.box.open(hook.id, hook.secret)}
    })
    // The delivery was deleted, or failed with its hook, since it was queued.
    if (delivery === undefined || open === undefined || delivery.next_attempt_at === null) {
      this.#ended({id, hookId, outcome: undefined})
      return
    }
    crashAt('hook.attempt.before')
    dispatchDelivery({delivery, hook: open, clientFor: this.#clientFor}, this.#context, this.#stop.signal).then(
      (outcome) => {
        crashAt('hook.attempt.answered')
        if (outcome !== undefined) metrics.hookDeliveryDuration.observe(outcome.durationMs / 1000)
        this.#ended({id, hookId, outcome})
      },
      (error: unknown) => {
        log.failure('a delivery could not be attempted', error, {delivery: id})
        this.#ended({id, hookId, outcome: {...UNKNOWN, startedAtMs: this.#context.time.nowMs()}})
      },
    )
  }

  /**
   * After a success the next delivery of the hook starts at once: a crash before the write sends this one again. A failure, which may switch the
   * hook off, is written first.
   */
  #ended(one: Attempted): void {
    this.#attempted.push(one)
    this.#cancelWrite ??= this.#context.time.after(this.#isEnding ? 0 : this.#writeWaitMs, () => this.#write())
    if (one.outcome?.error !== null) return
    this.#lanes.done(one.hookId)
    this.#pump()
  }

  /** Stores outcomes. If the disk is full they wait here, and so do all further deliveries. */
  #write(): void {
    const {store, time, log, metrics} = this.#context
    const all = this.#attempted
    const startedNs = time.monotonicNs()
    const settled = (() => {
      try {
        return store.transaction(() => all.map(({id, outcome}) => outcome && settleAttempt(id, outcome, this.#context)))
      } catch (error) {
        log.failure('outcomes of deliveries were not stored', error)
        return undefined
      }
    })()
    const tookMs = elapsedMs(time, startedNs)
    this.#writeWaitMs = Math.min(Math.max(WRITE_EVERY_MS, WRITE_SHARE * tookMs), LONGEST_WRITE_WAIT_MS)
    this.#isStuck = settled === undefined
    if (settled === undefined && !this.#isEnding) {
      this.#cancelWrite = time.after(STORE_AGAIN_MS, () => this.#write())
      return
    }
    this.#cancelWrite = undefined
    this.#attempted = []
    for (const one of settled ?? []) {
      if (one === undefined) continue
      metrics.hookDeliveries.inc({outcome: one.status})
      if (one.again !== undefined) this.#queue(one.again)
    }
    for (const {hookId, outcome} of all) if (outcome?.error !== null) this.#lanes.done(hookId)
    this.#pump()
    if (this.#isIdle) this.#onIdle?.()
  }

  get #isIdle(): boolean {
    return this.#lanes.running === 0 && this.#attempted.length === 0
  }

  #sweep(): void {
    const {store, time, log} = this.#context
    try {
      const beforeMs = time.nowMs() - HISTORY_MS
      store.transaction(() => sweepDeliveries(store, {beforeMs, each: HISTORY_EACH}))
    } catch (error) {
      log.failure('old deliveries were not removed', error)
    }
  }
}

function targetsOf({settings}: NodeContext) {
  return settings.allowHookTarget.map(parseHookTarget).filter((one) => one !== undefined)
}
