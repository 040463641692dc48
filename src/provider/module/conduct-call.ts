import {finite, record} from '#contract/json'
import type {ArtifactFile} from '../model/artifact.ts'
import type {CallContext, StepKind} from '../model/provider.ts'
import {violation} from '../model/provider-fault.ts'
import type {Reached} from '../model/reached.ts'
import {askIn, readToldError, writeToldError} from './module-error.ts'
import type {ModuleOrder} from './module-message.ts'
import {readValue} from './module-value.ts'

type Reply = Readonly<Record<string, unknown>>
type Settle = {done(value: unknown): void; fail(error: unknown): void}

const STEPS: readonly StepKind[] = ['request', 'poll', 'download']
const METHODS: readonly NonNullable<Reached['method']>[] = ['CALL', 'GET', 'POST', 'DELETE', 'ZMQ', 'WS', 'STDIO']
const MOST_QUESTIONS = 1_000
const FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

/** What a module answered, in so many bytes; `toldNs` is how long it says that it was at it, in nanoseconds. */
export interface ModuleAnswer {
  readonly value: unknown
  readonly descriptor: unknown
  readonly toldNs: number | undefined
  readonly bytes: number
}

/** One call of a module as our side sees it: what the module's process asks meanwhile is done with the call's own context. */
export class ModuleCall {
  readonly result: Promise<ModuleAnswer>
  readonly #id: number
  readonly #context: CallContext | undefined
  readonly #say: (order: ModuleOrder) => void
  readonly #settle: Settle
  readonly #attempts = new Map<number, Settle>()
  /** What our side answered with an error, in case the module hands it back. */
  readonly #errors = new Map<number, unknown>()
  readonly #files: ArtifactFile[] = []
  #questions = 0

  constructor(id: number, context: CallContext | undefined, say: (order: ModuleOrder) => void) {
    this.#id = id
    this.#context = context
    this.#say = say
    const {promise, resolve, reject} = Promise.withResolvers<ModuleAnswer>()
    this.result = promise
    this.#settle = {done: (value) => resolve(value as never), fail: reject}
  }

  fail(error: unknown): void {
    this.#settle.fail(error)
    for (const {fail} of this.#attempts.values()) fail(error)
    this.#attempts.clear()
  }

  /** Throws `contract_violation` for what no honest process says. */
  take(reply: Reply & {readonly bytes: number}, stopRemote: () => Promise<unknown>): void {
    switch (reply['kind']) {
      case 'result':
        this.#settle.done({
          value: readValue(reply['value']),
          descriptor: readValue(reply['descriptor']),
          toldNs: finite(reply['took_ns']),
          bytes: reply.bytes,
        })
        break
      case 'failed':
        this.#settle.fail(this.#errorIn(reply))
        break
      case 'ask':
        this.#ask(Number(reply['ask']), reply)
        break
      case 'attempted':
        this.#attempted(Number(reply['ask']), reply)
        break
      case 'reached':
        this.#own.reached(reachedIn(reply['facts']))
        break
      case 'remote':
        this.#own.remoteWork(remoteIn(reply['state'], stopRemote))
        break
      case 'credits':
        this.#spend(reply['credits'])
        break
      default:
        throw violation('a message of the module has no known kind')
    }
  }

  get #own(): CallContext {
    if (this.#context === undefined) throw violation('a hook of the module asks what only a call may ask')
    return this.#context
  }

  #errorIn(reply: Reply): unknown {
    const ask = askIn(reply['error'])
    return ask !== undefined && this.#errors.has(ask) ? this.#errors.get(ask) : readToldError(reply['error'])
  }

  #ask(ask: number, asked: Reply): void {
    if (this.#questions >= MOST_QUESTIONS) throw violation('the module asks too much at once')
    this.#questions++
    const id = this.#id
    void Promise.try(() => this.#answer(ask, asked))
      .then(
        (value) => this.#say({kind: 'answer', id, ask, value}),
        (error: unknown) => {
          this.#errors.set(ask, error)
          this.#say({kind: 'answer', id, ask, error: writeToldError(error)})
        },
      )
      .finally(() => this.#questions--)
  }

  async #answer(ask: number, asked: Reply): Promise<unknown> {
    const own = this.#own
    switch (asked['what']) {
      case 'attempt':
        return void (await own.attempt(stepIn(asked['step']), (signal) => this.#attempt(ask, signal)))
      case 'pause':
        return await own.pausePolling(Math.max(0, finite(asked['leastMs']) ?? 0))
      case 'create':
        return await this.#create(own)
      case 'write':
        return await this.#file(asked).write(bytesIn(asked['piece']))
      case 'keep':
        return await this.#file(asked).keep(nameIn(asked['name']))
      case 'discard':
        return await this.#file(asked).discard()
      default:
        throw violation('the module asks for something that is not known')
    }
  }

  #attempt(ask: number, signal: AbortSignal): Promise<unknown> {
    const id = this.#id
    const {promise, resolve, reject} = Promise.withResolvers<unknown>()
    this.#attempts.set(ask, {done: resolve, fail: reject})
    const abort = () => this.#say({kind: 'abort-attempt', id, ask, error: writeToldError(signal.reason)})
    signal.addEventListener('abort', abort, {once: true})
    this.#say({kind: 'attempt', id, ask})
    return promise.finally(() => signal.removeEventListener('abort', abort))
  }

  /** One that came too late is for an attempt that was given up. */
  #attempted(ask: number, reply: Reply): void {
    const attempt = this.#attempts.get(ask)
    this.#attempts.delete(ask)
    if (reply['error'] === undefined) attempt?.done(undefined)
    else attempt?.fail(this.#errorIn(reply))
  }

  /** In its own process the module has gone on by now; the call ends all the same. */
  #spend(credits: unknown): void {
    const spent = finite(credits)
    if (spent === undefined) throw violation('the credits of a task are no number')
    try {
      this.#own.spendCredits(spent)
    } catch (error) {
      this.#settle.fail(error)
    }
  }

  async #create(own: CallContext): Promise<number> {
    if (own.artifacts === undefined) throw violation('the module writes a clip where none is kept')
    return this.#files.push(await own.artifacts.create()) - 1
  }

  #file({file}: Reply): ArtifactFile {
    const found = this.#files[Number(file)]
    if (found === undefined) throw violation('the module writes to a clip that it did not open')
    return found
  }
}

function stepIn(told: unknown): StepKind {
  const step = STEPS.find((one) => one === told)
  if (step === undefined) throw violation('the module tries a step that is not known')
  return step
}

function bytesIn(told: unknown): Uint8Array {
  const bytes = readValue(told)
  if (!(bytes instanceof Uint8Array)) throw violation('a piece of a clip is no bytes')
  return bytes
}

/** It becomes a file of the run beside others. */
function nameIn(told: unknown): string {
  if (typeof told === 'string' && FILE_NAME.test(told)) return told
  throw violation('the name of a clip is no plain file name')
}

function reachedIn(told: unknown): Reached {
  const {method, target, statusCode} = record(readValue(told)) ?? {}
  const known = METHODS.find((one) => one === method)
  const status = finite(statusCode)
  return {
    ...(known !== undefined && {method: known}),
    ...(typeof target === 'string' && {target}),
    ...(status !== undefined && {statusCode: status}),
  }
}

function remoteIn(told: unknown, stop: () => Promise<unknown>): Parameters<CallContext['remoteWork']>[0] {
  if (told === 'stoppable') return stop
  if (told === 'none' || told === 'may_continue') return told
  throw violation('the state of remote work is not known')
}
