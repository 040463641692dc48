import {AsyncLocalStorage} from 'node:async_hooks'
import type {ProviderEvent} from '#contract/generated/types'

/** Ids that tie events to the run, call and trace they belong to. */
export type Correlation = {
  readonly [Key in 'run_id' | 'request_id' | 'trace_id' | 'span_id' | 'artifact_id']?:
    | NonNullable<ProviderEvent[Key]>
    | undefined
}

const storage = new AsyncLocalStorage<Correlation>()

/** Runs the work, and all it starts, under these ids; ids already there stay unless named again. Throws what `work` throws. */
export function withCorrelation<T>(ids: Correlation, work: () => T): T {
  return storage.run({...storage.getStore(), ...ids}, work)
}

export function currentCorrelation(): Correlation {
  return storage.getStore() ?? {}
}
