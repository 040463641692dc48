import type {OpenLibrary} from '#benchmark/model/library'
import type {ProviderEvent} from '#contract/generated/types'

/** What a scripted call does: how long it takes, how often it is repeated first, and how it ends. */
export interface ScriptedCall {
  readonly ms?: number
  readonly retries?: number
  readonly error?: unknown
  readonly silent?: boolean
}

type Script = (call: number, place: {readonly provider: string; readonly operation: string}) => ScriptedCall

/** A library that does as scripted and tells events like the real one. `closed` counts how often it was closed. */
export function fakeLibrary(script: Script, clock: {tick(ms: number): void; nowMs(): number}) {
  const state = {closed: 0, calls: 0, sequence: 0}
  const open: OpenLibrary = ({eventHandler: handler}) => ({
    prepare: async (provider, operation) => async (requestId) => {
      const {ms = 1, retries = 0, error, silent = false} = script(state.calls++, {provider, operation})
      clock.tick(ms)
      const tell = (phase: ProviderEvent['phase'], attempt: number) =>
        silent
          ? undefined
          : handler(eventOf({provider, operation, phase, attempt, requestId, sequence: ++state.sequence}))
      for (let attempt = 1; attempt <= retries; attempt++) void tell('retry', attempt)
      void tell(error === undefined ? 'success' : 'failure', retries + 1)
      if (error !== undefined) throw error
    },
    prepareDry: async () => async () => undefined,
    close: async () => void state.closed++,
  })
  return {open, state}
}

interface EventFacts {
  readonly provider: string
  readonly operation: string
  readonly phase: ProviderEvent['phase']
  readonly attempt: number
  readonly requestId: string
  readonly sequence: number
}

function eventOf({provider, operation, phase, attempt, requestId, sequence}: EventFacts): ProviderEvent {
  return {
    schema_version: 1,
    event_id: sequence.toString(16).padStart(32, '0'),
    sequence,
    timestamp: '2026-11-21T07:42:33.417Z',
    provider,
    capability: null,
    operation,
    operation_id: sequence.toString(16).padStart(16, '0'),
    phase,
    attempt,
    max_attempts: 3,
    duration_ms: 1,
    metadata: {},
    request_id: requestId,
  }
}
