import type {WatchVitals} from '#process/vitals'
import {seedStream} from '#random/stream'
import {emptyBlock} from '../measure/block.ts'
import type {Call} from '../measure/call.ts'
import {recordedCall} from '../measure/call-recorded.ts'
import {EventQueue} from '../measure/event-queue.ts'
import {measureHarness} from '../measure/measure-harness.ts'
import {measureOperation} from '../measure/measure-operation.ts'
import type {Stopwatch} from '../measure/stopwatch.ts'
import type {WaitUntil} from '../measure/wait-until.ts'
import type {Recordings} from '../plan/recordings.ts'
import type {OpenLibrary} from './library.ts'
import {type OpenSession, requestId} from './session.ts'

export interface SessionPorts {
  readonly watch: Stopwatch
  readonly wait: (signal: AbortSignal) => WaitUntil
  readonly watchVitals: WatchVitals
  readonly openLibrary: OpenLibrary
  readonly recordings: Recordings
}

/** Measures in this process. */
export function localSessions(ports: SessionPorts): OpenSession {
  return async ({repeat, artifacts}, openSignal) => {
    const {watch} = ports
    const queue = new EventQueue()
    const library = ports.openLibrary(queue.handler, artifacts)
    const cost = await measureHarness(watch, openSignal)
    return {
      cost,
      measure: async ({provider, operation, how}, load, sink, signal) => {
        const prepared =
          how === 'library'
            ? await library.prepare(provider, operation, signal)
            : recordedCall(how, operation, ports.recordings)
        const told = queue.drain()
        if (told.length > 0) await sink.onBlock('warmup', emptyBlock(watch()), told)
        const call: Call = (seq, callSignal) => prepared(requestId(provider, operation, repeat, seq), callSignal, seq)
        const vitals = await ports.watchVitals()
        const measured = await measureOperation(
          call,
          load,
          {
            watch,
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
