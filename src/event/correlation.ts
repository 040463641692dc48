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

/** Which trace a process was started in. `flags` as they came: two hex digits. */
export interface TraceContext {
  readonly traceId: string
  readonly parentId: string
  readonly flags: string
}

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const ZEROS = /^0+$/

/**
 * A `traceparent` in the form of W3C Trace Context, level 2, section 3.2; undefined for one that is none, which the standard has ignored.
 * A later version may go on behind a dash: what is known of it is read as of this one.
 */
export function parseTraceparent(text: string | undefined): TraceContext | undefined {
  const [, version = '', traceId = '', parentId = '', flags = '', rest] = FORM.exec(trimmed(text ?? '')) ?? []
  if (version === '' || version === 'ff' || (version === '00' && rest !== undefined)) return undefined
  return ZEROS.test(traceId) || ZEROS.test(parentId) ? undefined : {traceId, parentId, flags}
}

/** What the next one is told: the same trace, whether it is sampled, and who calls. */
export function traceparentOf({traceId, flags}: Pick<TraceContext, 'traceId' | 'flags'>, spanId: string): string {
  return `00-${traceId}-${spanId}-${flags}`
}

/** Blanks and tabs around a header's value are no part of it. */
function trimmed(text: string): string {
  return text.replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, '')
}
