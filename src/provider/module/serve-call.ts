import type {ArtifactFile} from '../model/artifact.ts'
import type {CallContext, StepKind} from '../model/provider.ts'
import type {RemoteWork} from '../model/remote-work.ts'
import {readOurError, type ToldError} from './module-error.ts'
import type {Asked, ModuleOrder, ModuleReply} from './module-message.ts'
import {writeValue} from './module-value.ts'

export interface HostedContext {
  say(reply: ModuleReply): void
  nowMs(): number
  /** What the module threw, with the place in it. */
  told(thrown: unknown): ToldError
}

type CallOrder = Extract<ModuleOrder, {kind: 'call'}>
interface Question {
  done(value: unknown): void
  fail(error: unknown): void
  /** One attempt of what the module wants to have tried. */
  attempt?: (signal: AbortSignal) => Promise<void>
  control?: AbortController
}

/** One call inside the process of a module: what the module sees of our side while it answers. */
export class HostedCall {
  readonly #order: CallOrder
  readonly #ports: HostedContext
  readonly #control = new AbortController()
  readonly #questions = new Map<number, Question>()
  readonly #beganMs: number
  #asked = 0
  #isOver = false
  #remote: RemoteWork = 'none'

  constructor(order: CallOrder, ports: HostedContext) {
    this.#order = order
    this.#ports = ports
    this.#beganMs = ports.nowMs()
  }

  get signal(): AbortSignal {
    return this.#control.signal
  }

  get isOver(): boolean {
    return this.#isOver
  }

  get context(): CallContext | undefined {
    const {context} = this.#order
    if (context === undefined) return undefined
    const {operationId, timeLeftMs, keepsArtifacts} = context
    return {
      signal: this.signal,
      operationId,
      artifacts: keepsArtifacts ? {create: () => this.#create()} : undefined,
      attempt: (step, run) => this.#attempt(step, run),
      timeLeftMs: () => Math.max(0, timeLeftMs - (this.#ports.nowMs() - this.#beganMs)),
      pausePolling: (leastMs) => this.#ask({what: 'pause', leastMs}).then(() => undefined),
      reached: (facts) => this.#note({kind: 'reached', id: this.#order.id, facts: writeValue(facts)}),
      remoteWork: (state) => {
        this.#remote = state
        const told = typeof state === 'function' ? 'stoppable' : state
        this.#note({kind: 'remote', id: this.#order.id, state: told})
      },
      spendCredits: (credits) => this.#note({kind: 'credits', id: this.#order.id, credits}),
    }
  }

  take(order: ModuleOrder): void {
    switch (order.kind) {
      case 'abort':
        this.end(readOurError(order.error))
        this.#control.abort(readOurError(order.error))
        break
      case 'answer':
        this.#settle(order)
        break
      case 'attempt':
        this.#try(order.ask)
        break
      case 'abort-attempt':
        this.#questions.get(order.ask)?.control?.abort(readOurError(order.error))
        break
      case 'stop':
        this.#stop()
        break
      default:
    }
  }

  /** From now on nothing of this call is said but how remote work was stopped. */
  end(reason: unknown): void {
    this.#isOver = true
    for (const {fail} of this.#questions.values()) fail(reason)
    this.#questions.clear()
  }

  #ask(asked: Asked, question: Partial<Question> = {}): Promise<unknown> {
    const {id} = this.#order
    if (this.#isOver) return Promise.reject(this.signal.reason ?? new Error('the call is over'))
    const ask = ++this.#asked
    return new Promise((done, fail) => {
      this.#questions.set(ask, {...question, done, fail})
      this.#ports.say({kind: 'ask', id, ask, ...asked})
    })
  }

  #note(reply: ModuleReply): void {
    if (!this.#isOver) this.#ports.say(reply)
  }

  /** The value stays on this side: it may be anything. */
  async #attempt<T>(step: StepKind, run: (signal: AbortSignal) => T | Promise<T>): Promise<T> {
    let value: {readonly is: T} | undefined
    await this.#ask(
      {what: 'attempt', step},
      {
        attempt: async (signal) => {
          value = {is: await run(signal)}
        },
      },
    )
    if (value === undefined) throw new Error('an attempt ended without a value')
    return value.is
  }

  #try(ask: number): void {
    const question = this.#questions.get(ask)
    if (question?.attempt === undefined) return
    const {id} = this.#order
    const control = new AbortController()
    question.control = control
    const tell = (error?: ToldError) => this.#note({kind: 'attempted', id, ask, ...(error && {error})})
    question.attempt(AbortSignal.any([this.signal, control.signal])).then(
      () => tell(),
      (thrown: unknown) => tell(this.#ports.told(thrown)),
    )
  }

  #settle({ask, value, error}: Extract<ModuleOrder, {kind: 'answer'}>): void {
    const question = this.#questions.get(ask)
    this.#questions.delete(ask)
    if (error === undefined) question?.done(value)
    else question?.fail(readOurError(error, ask))
  }

  #stop(): void {
    const {id} = this.#order
    const work = this.#remote
    this.#remote = 'none'
    const tell = (error?: ToldError) => this.#ports.say({kind: 'stopped', id, ...(error && {error})})
    const stop = typeof work === 'function' ? work : () => Promise.resolve()
    Promise.try(stop, new AbortController().signal).then(
      () => tell(),
      (thrown: unknown) => tell(this.#ports.told(thrown)),
    )
  }

  async #create(): Promise<ArtifactFile> {
    const file = Number(await this.#ask({what: 'create'}))
    return {
      write: (piece) => this.#ask({what: 'write', file, piece: writeValue(piece)}).then(() => undefined),
      keep: (name) => this.#ask({what: 'keep', file, name}).then(String),
      discard: () => this.#ask({what: 'discard', file}).then(() => undefined),
    }
  }
}
