import type {NodeCheckRecord} from '#contract/generated/types'

/** The record of a check that was asked once, and what is said otherwise of it. */
export function checkRecord(
  id: string,
  status: NodeCheckRecord['status'],
  over: Partial<NodeCheckRecord> = {},
): NodeCheckRecord {
  return {
    schema_version: 1,
    id,
    title: id,
    status,
    reason: null,
    required: false,
    severity: 'normal',
    started_at: '2026-01-01T00:00:00.000Z',
    duration_ms: 1,
    attempts: 1,
    target: 'site',
    expected: null,
    observed: null,
    field_paths: [],
    artifacts: [],
    ...over,
  }
}
