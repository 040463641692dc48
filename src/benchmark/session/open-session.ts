import {AssayError} from '#error/assay-error'
import type {WatchVitals} from '#process/vitals'
import {seedStream} from '#random/stream'
import {dryCall, recordedCall} from '../clock/call-recorded.ts'
import {measureHarness} from '../clock/measure-harness.ts'
import {measureOperation} from '../clock/measure-operation.ts'
import {emptyBlock} from '../model/block.ts'
import type {Call} from '../model/call.ts'
import {EventQueue} from '../model/event-queue.ts'
import type {LibraryCall, MeasuredLibrary, OpenLibrary} from '../model/library.ts'
import {isAlone} from '../model/pacing.ts'
import type {Recordings} from '../model/recordings.ts'
import type {Stopwatch} from '../model/stopwatch.ts'
import type {WaitUntil} from '../model/wait-until.ts'
import {Exchanges} from './exchanges.ts'
import {type OpenSession, requestId, type SessionTarget} from './session.ts'

export interface SessionContext {
  readonly watch: Stopwatch
  readonly busy?: Stopwatch
  readonly isWaitCounted?: boolean
  readonly wait: (signal: AbortSignal) => WaitUntil
  readonly watchVitals: WatchVitals
  readonly openLibrary: OpenLibrary
  readonly recordings: Recordings
}

function callOf(
  ready: {readonly target: SessionTarget; readonly call: LibraryCall} | undefined,
  {provider, operation}: Pick<SessionTarget, 'provider' | 'operation'>,
): LibraryCall {
  if (ready?.target.provider === provider && ready.target.operation === operation) return ready.call
  throw new AssayError('bug', `${provider} ${operation} is measured without being made ready`)
}

async function preparedCall(
  {provider, operation, how}: SessionTarget,
  library: MeasuredLibrary,
  recordings: Recordings,
  signal: AbortSignal,
): Promise<LibraryCall> {
  if (how === 'library') return await library.prepare(provider, operation, signal)
  if (how === 'dry') return dryCall(await library.prepareDry(provider, operation), operation, recordings)
  return recordedCall(how, operation, recordings)
}

/** A call that returns when it was with the provider. */
function timedCall(prepared: LibraryCall, exchanges: Exchanges, idOf: (seq: number) => string): Call {
  return async (seq, signal) => {
    const id = idOf(seq)
    try {
      await prepared(id, signal, seq)
      return exchanges.take(id)
    } catch (error) {
      exchanges.take(id)
      throw error
    }
  }
}

/** Opens sessions that measure in this process. */
export function localSessions(ports: SessionContext): OpenSession {
  return async ({repeat, artifacts}, openSignal) => {
    const {watch} = ports
    const queue = new EventQueue()
    const exchanges = new Exchanges(watch, ports.busy)
    const library = ports.openLibrary({eventHandler: queue.handler, witness: exchanges, artifacts})
    const cost = await measureHarness(watch, openSignal)
    let ready: {readonly target: SessionTarget; readonly call: LibraryCall} | undefined
    const prepare = async (target: SessionTarget, signal: AbortSignal) => {
      ready = {target, call: await preparedCall(target, library, ports.recordings, signal)}
    }
    return {
      cost,
      prepare,
      measure: async ({provider, operation}, load, sink, signal) => {
        const prepared = callOf(ready, {provider, operation})
        const told = queue.drain()
        if (told.length > 0) await sink.onBlock('warmup', emptyBlock(watch()), told)
        const call = timedCall(prepared, exchanges, (seq) => requestId(provider, operation, repeat, seq))
        exchanges.countBusy(isAlone(load.pacing))
        const vitals = await ports.watchVitals()
        const measured = await measureOperation(
          call,
          load,
          {
            watch,
            ...(ports.busy && {busy: ports.busy, isWaitCounted: ports.isWaitCounted ?? false}),
            wait: ports.wait(signal),
            stream: seedStream(`assay/1|arrivals|${provider}|${operation}|${repeat}`),
            onTurn: sink.onTurn,
            afterBlock: (phase, block) => sink.onBlock(phase, block, queue.drain()),
          },
          signal,
        )
        return {...measured, vitals: await vitals.stop()}
      },
      close: async () => {
        await library.close()
        return queue.drain()
      },
    }
  }
}
