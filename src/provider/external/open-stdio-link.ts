import {ProviderError} from '#error/provider-error'
import type {LineChild, StartLineChild} from '#process/line-child'
import {violation} from '../model/provider-fault.ts'
import {endFault} from './end-fault.ts'
import type {ExternalLink, LinkCall} from './external-link.ts'
import {type Life, Lives} from './lives.ts'
import {MOST_MESSAGE_BYTES, readEnvelope, requestLine, resultOf} from './message.ts'

export interface StdioCommand {
  readonly argv: readonly [string, ...string[]]
  readonly env: Readonly<Record<string, string>>
}

interface Waiting {
  done(result: unknown): void
  fail(error: unknown): void
}

/** What a child gets to end a cancelled call, before it is told by signal. */
const CANCEL_MS = 2_000

/** Lines of JSON with a child process: started when first needed, and again, a few times, after it was ended. */
export function openStdioLink(command: StdioCommand, start: StartLineChild): ExternalLink {
  const link = new StdioLink(command, start)
  return {
    ask: (call, context) => {
      context.reached({method: 'STDIO', statusCode: undefined})
      return link.ask(call)
    },
    reach: (signal) => link.reach(signal),
    close: () => link.close(),
  }
}

class StdioLink {
  readonly #lives: Lives<Session>

  constructor(command: StdioCommand, start: StartLineChild) {
    this.#lives = new Lives(() => new Session(command, start))
  }

  async ask({op, input, signal, deadlineMs}: LinkCall): Promise<unknown> {
    signal.throwIfAborted()
    const session = this.#lives.current()
    const cancel = () => session.cancel()
    signal.addEventListener('abort', cancel, {once: true})
    try {
      return await session.ask({op, input, deadlineMs})
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }

  async reach(signal: AbortSignal): Promise<void> {
    await this.ask({op: 'hello', signal})
  }

  close(): Promise<void> {
    return this.#lives.close()
  }
}

class Session implements Life {
  readonly #child: LineChild
  readonly #waiting = new Map<string, Waiting>()
  readonly #said = new Set<string>()
  #failure: unknown
  #asked = 0

  constructor({argv, env}: StdioCommand, start: StartLineChild) {
    const program = {argv, mostLineBytes: MOST_MESSAGE_BYTES}
    this.#child = start({
      ...program,
      env,
      lines: 'stdio',
      onLine: (line) => this.#take(line),
      onEnd: (end) => this.#fail(endFault(end, program)),
    })
  }

  get failure(): unknown {
    return this.#failure
  }

  ask({op, input, deadlineMs}: Omit<LinkCall, 'signal'>): Promise<unknown> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure)
    const id = String(++this.#asked)
    const line = requestLine({id, op, deadlineMs, input})
    return new Promise((done, fail) => {
      this.#waiting.set(id, {done, fail})
      this.#child.write(line)
    })
  }

  /** Ends the call and with it the child: a late reply must not meet the next call. */
  cancel(): void {
    for (const target of this.#waiting.keys())
      this.#child.write(requestLine({id: `cancel-${target}`, op: 'cancel', input: {target}}))
    this.#fail(new ProviderError('unreachable', "the provider's process was ended with a call that was given up"))
    void this.#child.stop(CANCEL_MS)
  }

  async end(graceMs: number): Promise<void> {
    if (this.#failure === undefined) this.#child.write(requestLine({id: 'shutdown', op: 'shutdown'}))
    this.#failure ??= new ProviderError('cancelled', 'the provider is closed', {retryable: false})
    await this.#child.stop(graceMs)
  }

  #take(line: string): void {
    if (this.#failure !== undefined) return
    try {
      const {id, envelope} = readEnvelope(line)
      const waiting = this.#waiting.get(id)
      if (waiting === undefined)
        throw violation(this.#said.has(id) ? 'a reply came twice' : 'a reply is for no request')
      this.#waiting.delete(id)
      this.#said.add(id)
      settle(waiting, () => resultOf(envelope))
    } catch (error) {
      this.#fail(error)
      void this.#child.stop(0)
    }
  }

  #fail(error: unknown): void {
    this.#failure ??= error
    for (const {fail} of this.#waiting.values()) fail(this.#failure)
    this.#waiting.clear()
  }
}

function settle({done, fail}: Waiting, read: () => unknown): void {
  try {
    done(read())
  } catch (error) {
    fail(error)
  }
}
