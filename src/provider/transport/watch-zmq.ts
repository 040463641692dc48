import type {Request} from 'zeromq'
import {ProviderError} from '#error/provider-error'
import {systemClock} from '#random/system-clock'
import {type Cancel, sleep} from '#random/timers'
import {violation} from '../model/provider-fault.ts'

/** An answer that takes no longer costs no look at its connection. */
const PEEK_MS = 100
/** ZeroMQ begins anew at once when a connection breaks. Where it does not, it has refused what came. */
const RETRY_MS = 100

/** Looks at the connection of one question, which ZeroMQ itself says nothing about. */
export interface Watch {
  /** Rejects when the connection is lost: `unreachable` when it broke, `contract_violation` when what came over it is not to be taken. */
  readonly lost: Promise<never>
  /** True when the events of the socket were read: a pending read would keep the process from ending, so the socket is not to be kept. */
  stop(): boolean
}

export interface Watched {
  /** Its events were asked for before it was connected. */
  readonly socket: Request
  /** It was used before: then a break may have been mended before the question was put, and proves nothing. */
  readonly isUsed: boolean
  readonly mostReplyBytes: number
}

export function watchSocket(watched: Watched): Watch {
  let isRead = false
  let cancelTimer: Cancel = () => undefined
  const lost = new Promise<never>((_, fail) => {
    cancelTimer = systemClock.after(PEEK_MS, () => {
      isRead = true
      // A socket that is closed ends the wait for its events; whoever closed it knows why.
      waitForLoss(watched).then(fail, () => {})
    })
  })
  lost.catch(() => {})
  return {
    lost,
    stop: () => {
      cancelTimer()
      return isRead
    },
  }
}

async function waitForLoss({socket, isUsed, mostReplyBytes}: Watched): Promise<ProviderError> {
  for (;;) {
    const {type} = await socket.events.receive()
    if (type !== 'disconnect') continue
    const isRetried = await Promise.race([
      socket.events.receive().then(() => true),
      sleep(systemClock, RETRY_MS).then(() => false),
    ])
    if (!isRetried) return violation(`the reply is larger than ${mostReplyBytes} bytes or breaks ZeroMQ`)
    if (!isUsed) return broken()
  }
}

function broken(): ProviderError {
  const message = 'the connection broke before the reply was there'
  return new ProviderError('unreachable', message, {fault: 'down', retryable: true})
}
