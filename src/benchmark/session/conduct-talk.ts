import {AssayError, codeOf} from '#error/assay-error'
import type {Clock} from '#random/clock'
import type {OpenSession, Session, SessionSink} from './session.ts'
import type {SessionAnswer, SessionOrder, SessionSetting} from './session-talk.ts'

/** Interval at which progress is reported. */
const TURN_NS = 250_000_000n

/** The measuring side of the conversation between two processes. `ended` resolves once it was told to close and has closed. */
export interface MeasuringTalk {
  take(order: unknown): void
  readonly ended: Promise<void>
}

/** Carries out orders one after the other; `stop` and `go-on` affect the order that is in progress. */
export function conductTalk(
  say: (answer: SessionAnswer) => void,
  sessionsWith: (setting: SessionSetting) => OpenSession,
  clock: Pick<Clock, 'monotonicNs'>,
): MeasuringTalk {
  const {promise: ended, resolve: end} = Promise.withResolvers<void>()
  const stop = new AbortController()
  let goOn: () => void = () => undefined
  let session: Session | undefined
  let lastTurnNs: bigint | undefined

  const onTurn = (seq: number) => {
    const nowNs = clock.monotonicNs()
    if (lastTurnNs !== undefined && nowNs - lastTurnNs < TURN_NS) return
    lastTurnNs = nowNs
    say({kind: 'turn', seq})
  }
  const onBlock: SessionSink['onBlock'] = (phase, block, events) => {
    const {promise, resolve} = Promise.withResolvers<void>()
    goOn = resolve
    say({kind: 'block', phase, block, events})
    return promise
  }
  const follow = async (order: SessionOrder): Promise<void> => {
    switch (order.kind) {
      case 'open':
        session = await sessionsWith(order)(order, stop.signal)
        return say({kind: 'opened', cost: session.cost})
      case 'prepare':
        await opened(session).prepare(order.target, stop.signal)
        return say({kind: 'prepared'})
      case 'measure': {
        const result = await opened(session).measure(order.target, order.load, {onTurn, onBlock}, stop.signal)
        return say({kind: 'measured', result})
      }
      case 'close':
        say({kind: 'closed', events: (await session?.close()) ?? []})
        return end()
      default:
    }
  }
  let work = Promise.resolve()
  const take = (message: unknown) => {
    const order = message as SessionOrder
    if (order.kind === 'stop') return stop.abort(order.reason)
    if (order.kind === 'go-on') return goOn()
    work = work.then(() => follow(order)).catch((error: unknown) => say(failureOf(error)))
  }
  return {take, ended}
}

function opened(session: Session | undefined): Session {
  if (session) return session
  throw new AssayError('bug', 'there is no session to measure in')
}

function failureOf(error: unknown): SessionAnswer {
  return {kind: 'failed', code: codeOf(error) ?? 'bug', message: error instanceof Error ? error.message : String(error)}
}
