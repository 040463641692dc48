import type {ProviderProfile} from '#contract/generated/types'
import {ProviderError} from '#error/provider-error'
import type {LineChild, StartLineChild} from '#process/line-child'
import {systemClock} from '#random/system-clock'
import type {Cancel} from '#random/timers'
import {endFault} from '../external/end-fault.ts'
import type {Life} from '../external/lives.ts'
import type {CallContext} from '../model/provider.ts'
import {violation} from '../model/provider-fault.ts'
import {isSameValue} from '../model/value-check.ts'
import {type ModuleAnswer, ModuleCall} from './conduct-call.ts'
import {readToldError, writeToldError} from './module-error.ts'
import {type ModuleHello, readModuleHello} from './module-hello.ts'
import {MOST_LINE_BYTES, type ModuleOrder, type ModuleSlot, readReply} from './module-message.ts'
import {readValue, writeValue} from './module-value.ts'
import type {Talked} from './pipe-cost.ts'

/** Which module, and the program that loads it: started with exactly this environment in this folder. */
export interface ModulePlace {
  readonly url: string
  readonly argv: readonly [string, ...string[]]
  readonly env: Readonly<Record<string, string>>
  /** What `create` is given. */
  readonly given: Readonly<Record<string, string>>
  readonly cwd: string
}

/** What one asks a module for. A hook has no context. */
export interface ModuleQuestion {
  readonly slot: ModuleSlot
  readonly input?: unknown
  readonly context?: CallContext | undefined
  readonly signal: AbortSignal
}

/** Longest time that a module may take to load. */
const LOAD_MS = 10_000
/** Longest time that its process may take to acknowledge the end of a call; a blocked process never does. */
const ABORT_MS = 1_000

/** One life of a module's process. `hello` settles when the module is loaded, as soon as it was told to load it. */
export class ModuleLife implements Life {
  readonly hello: Promise<ModuleHello>
  readonly #place: ModulePlace
  readonly #child: LineChild
  readonly #greeted = Promise.withResolvers<ModuleHello>()
  readonly #calls = new Map<number, ModuleCall>()
  /** Calls that were given up, until the process has heard of it. */
  readonly #givenUp = new Map<number, Cancel>()
  readonly #stops = new Map<number, PromiseWithResolvers<unknown>>()
  readonly #echoes = new Map<number, PromiseWithResolvers<number>>()
  readonly #endLoading: Cancel
  readonly #expected: ProviderProfile | undefined
  #isGreeted = false
  #failure: unknown
  #asked = 0
  /** It, and those before it that were under way with it, had not the process to themselves. */
  #lastAmongOthers = 0

  /** `expected`: what it was in an earlier life. */
  constructor(place: ModulePlace, start: StartLineChild, expected?: ProviderProfile) {
    const {argv, env, cwd} = place
    this.#place = place
    this.hello = this.#greeted.promise
    this.hello.catch(() => undefined)
    this.#expected = expected
    const program = {argv, mostLineBytes: MOST_LINE_BYTES}
    this.#child = start({
      ...program,
      env,
      cwd,
      lines: 'socket',
      onLine: (line) => this.#take(line),
      onEnd: (end) => this.#fail(endFault(end, program)),
    })
    const late = () => new ProviderError('timeout', `it was not loaded within ${LOAD_MS / 1000} s`, {retryable: false})
    this.#endLoading = systemClock.after(LOAD_MS, () => this.#give(late()))
  }

  load(): void {
    const {url, given} = this.#place
    this.#say({kind: 'load', url, env: given})
  }

  get isGreeted(): boolean {
    return this.#isGreeted
  }

  get failure(): unknown {
    return this.#failure
  }

  async ask({slot, input, context, signal}: ModuleQuestion): Promise<ModuleAnswer & Talked> {
    signal.throwIfAborted()
    if (this.#failure !== undefined) throw this.#failure
    const startedNs = systemClock.monotonicNs()
    const id = ++this.#asked
    const call = new ModuleCall(id, context, (order) => this.#say(order))
    if (this.#calls.size > 0) this.#lastAmongOthers = id
    this.#calls.set(id, call)
    const giveUp = () => this.#giveUp(id, signal.reason)
    signal.addEventListener('abort', giveUp, {once: true})
    const told = context && {
      operationId: context.operationId,
      timeLeftMs: context.timeLeftMs(),
      keepsArtifacts: context.artifacts !== undefined,
    }
    const bytes = this.#say({kind: 'call', id, slot, input: writeValue(input), ...(told && {context: told})})
    try {
      const answer = await call.result
      // What waited for other calls waited for the module.
      const toldNs = id > this.#lastAmongOthers ? answer.toldNs : undefined
      return {...answer, toldNs, outerNs: Number(systemClock.monotonicNs() - startedNs), bytes: bytes + answer.bytes}
    } catch (error) {
      // Also where our side ended it, as when credits are spent.
      if (!this.#givenUp.has(id) && this.#calls.has(id)) this.#giveUp(id, error)
      throw error
    } finally {
      signal.removeEventListener('abort', giveUp)
      this.#calls.delete(id)
    }
  }

  /** Says so much, and waits until it was read and said again; the bytes of both. Throws what ended the process. */
  async echo(input: unknown): Promise<number> {
    if (this.#failure !== undefined) throw this.#failure
    const id = ++this.#asked
    const echo = Promise.withResolvers<number>()
    this.#echoes.set(id, echo)
    const bytes = this.#say({kind: 'echo', id, input: writeValue(input)})
    return bytes + (await echo.promise)
  }

  async end(graceMs: number): Promise<void> {
    this.#fail(new ProviderError('cancelled', 'the provider is closed', {retryable: false}))
    await this.#child.stop(graceMs)
  }

  #say(order: ModuleOrder): number {
    const line = JSON.stringify(order)
    if (this.#failure === undefined) this.#child.write(line)
    return line.length
  }

  #giveUp(id: number, reason: unknown): void {
    const fault = new ProviderError('unreachable', "the provider's process was blocked and has been ended", {
      fault: 'down',
    })
    this.#givenUp.set(
      id,
      systemClock.after(ABORT_MS, () => this.#give(fault)),
    )
    this.#say({kind: 'abort', id, error: writeToldError(reason)})
    this.#calls.get(id)?.fail(reason)
  }

  #take(line: string): void {
    if (this.#failure !== undefined) return
    try {
      this.#heard(readReply(line), line.length)
    } catch (error) {
      this.#give(error)
    }
  }

  #heard(reply: ReturnType<typeof readReply>, bytes: number): void {
    const id = Number(reply['id'])
    switch (reply.kind) {
      case 'hello':
        this.#greet(reply)
        break
      case 'refused':
        throw readToldError(reply['error'])
      case 'aborted':
        if (!this.#givenUp.has(id)) throw violation('a message is for no call')
        this.#givenUp.get(id)?.()
        this.#givenUp.delete(id)
        break
      case 'stopped':
        if (reply['error'] === undefined) this.#stops.get(id)?.resolve(undefined)
        else this.#stops.get(id)?.reject(readToldError(reply['error']))
        this.#stops.delete(id)
        break
      case 'echoed':
        readValue(reply['value'])
        this.#echoes.get(id)?.resolve(bytes)
        this.#echoes.delete(id)
        break
      default:
        this.#heardOfCall(id, reply, bytes)
    }
  }

  #heardOfCall(id: number, reply: ReturnType<typeof readReply>, bytes: number): void {
    const call = this.#calls.get(id)
    if (this.#givenUp.has(id)) {
      // Work that began elsewhere as the call was given up: whoever gave it up did not know of it.
      if (reply.kind === 'remote' && reply['state'] === 'stoppable') this.#say({kind: 'stop', id})
      return
    }
    if (call === undefined) throw violation('a message is for no call')
    if (reply.kind === 'result' || reply.kind === 'failed') this.#calls.delete(id)
    call.take({...reply, bytes}, () => this.#stopRemote(id))
  }

  #greet(reply: Readonly<Record<string, unknown>>): void {
    const hello = readModuleHello(reply)
    if (this.#isGreeted) throw violation('the module greets twice')
    if (this.#expected !== undefined && !isSameValue(this.#expected, hello.profile))
      throw violation('the module came back as another provider')
    this.#isGreeted = true
    this.#endLoading()
    this.#greeted.resolve(hello)
  }

  #stopRemote(id: number): Promise<unknown> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure)
    const stop = Promise.withResolvers<unknown>()
    this.#stops.set(id, stop)
    this.#say({kind: 'stop', id})
    return stop.promise
  }

  /** The process has nothing more to say that counts. */
  #give(error: unknown): void {
    this.#fail(error)
    void this.#child.stop(0)
  }

  #fail(error: unknown): void {
    if (this.#failure !== undefined) return
    this.#failure = error
    this.#endLoading()
    for (const cancelTimer of this.#givenUp.values()) cancelTimer()
    this.#greeted.reject(error)
    for (const call of this.#calls.values()) call.fail(error)
    for (const waiting of [...this.#stops.values(), ...this.#echoes.values()]) waiting.reject(error)
    this.#calls.clear()
  }
}
