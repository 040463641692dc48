import type {ProviderEvent} from '#contract/generated/types'

/** A valid event with some fields of one's own. */
export function eventOf(fields: Partial<ProviderEvent>): ProviderEvent {
  return {
    schema_version: 1,
    event_id: '0'.repeat(32),
    sequence: 1,
    timestamp: '2026-11-21T07:42:33.417Z',
    provider: 'mock',
    capability: 'predict',
    operation: 'predict',
    operation_id: '0'.repeat(16),
    phase: 'success',
    attempt: 1,
    max_attempts: 1,
    duration_ms: 2,
    metadata: {},
    ...fields,
  }
}
