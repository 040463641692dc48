import {AssayError} from '#error/assay-error'
import type {StartTalk, Talk} from '#process/talk'
import {LostProcess} from './lost-process.ts'
import type {OpenSession, SessionSink} from './session.ts'
import type {SessionAnswer, SessionOrder, SessionSetting} from './session-talk.ts'

/** Longest time that a process may take to end after it was told to. */
const GRACE_MS = 5000

export interface ChildSessionContext {
  readonly startTalk: StartTalk
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly setting: SessionSetting
}

/** Runs each session in a fresh process: no provider finds the heap or the compiled code that another one left. */
export function childSessions(ports: ChildSessionContext): OpenSession {
  return async (place, openSignal) => {
    const line = new Line(await ports.startTalk(ports), place.provider)
    using _stop = line.stopWith(openSignal)
    line.say({kind: 'open', ...place, ...ports.setting})
    const {cost} = await line.hear('opened')
    return {
      cost,
      prepare: async (target, signal) => {
        using _stop = line.stopWith(signal)
        line.say({kind: 'prepare', target})
        await line.hear('prepared')
      },
      measure: async (target, load, sink, signal) => {
        using _stop = line.stopWith(signal)
        line.say({kind: 'measure', target, load})
        return (await line.hear('measured', sink)).result
      },
      close: async () => {
        line.say({kind: 'close'})
        return await line.close()
      },
    }
  }
}

type Told<Kind extends SessionAnswer['kind']> = Extract<SessionAnswer, {kind: Kind}>

/** The connection to one measuring process; its end without an answer means that the process was lost. */
class Line {
  readonly #talk: Talk
  readonly #provider: string

  constructor(talk: Talk, provider: string) {
    this.#talk = talk
    this.#provider = provider
  }

  say(order: SessionOrder): void {
    this.#talk.say(order)
  }

  /** Passes an abort on to the process, and ends the process if it does not end by itself. */
  stopWith(signal: AbortSignal): Disposable {
    const stop = () => {
      this.say({kind: 'stop', reason: String(signal.reason)})
      void this.#talk.end(GRACE_MS)
    }
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, {once: true})
    return {[Symbol.dispose]: () => signal.removeEventListener('abort', stop)}
  }

  /** Waits for an answer of this kind; blocks and turns that arrive before it go to the sink. */
  async hear<Kind extends SessionAnswer['kind']>(kind: Kind, sink?: SessionSink): Promise<Told<Kind>> {
    for (;;) {
      const answer = (await this.#talk.hear()) as SessionAnswer | undefined
      if (answer === undefined) throw new LostProcess(this.#provider, await this.#talk.end(0))
      if (answer.kind === 'failed') throw new AssayError(answer.code, answer.message)
      if (answer.kind === kind) return answer as Told<Kind>
      if (answer.kind === 'turn') sink?.onTurn(answer.seq)
      if (answer.kind === 'block') await this.#keep(answer, sink)
    }
  }

  /** Hands a block to the sink. If the block cannot be kept the process is stopped: otherwise it would wait for leave to go on until it is killed. */
  async #keep({phase, block, events}: Told<'block'>, sink: SessionSink | undefined): Promise<void> {
    try {
      await sink?.onBlock(phase, block, events)
    } catch (error) {
      this.say({kind: 'stop', reason: 'what was measured cannot be kept'})
      throw error
    } finally {
      this.say({kind: 'go-on'})
    }
  }

  /** The last events; a process that is gone has none, and its events were reported when it went. */
  async close(): Promise<Told<'closed'>['events']> {
    const ended = this.#talk.end(GRACE_MS)
    for (;;) {
      const answer = (await this.#talk.hear()) as SessionAnswer | undefined
      if (answer === undefined || answer.kind === 'closed') {
        await ended
        return answer?.events ?? []
      }
    }
  }
}
