/** A provider module that does something to its surroundings at its first score; `code` may use `count`, fs and `process`. */
export function spitefulModule(name: string, code: string): string {
  return `import * as fs from 'node:fs'
let count = 0
const POLICY = {timeout_seconds: 60, max_elapsed_seconds: null, retry: {max_attempts: 1, backoff_seconds: 0, backoff_multiplier: 1,
  max_backoff_seconds: 0, jitter: 0, max_retry_after_seconds: 0, retryable_status_codes: []}}
export const assayProvider = {apiVersion: 1, create: () => ({
  profile: {name: '${name}', maturity: 'experimental', capabilities: ['score'], transport: 'in_process', deterministic: true,
    requires: {all_of: [], any_of: []}, optional: [], max_probe_level: 'configured', idempotent: [],
    request_policy: {health: POLICY, request: POLICY}},
  descriptor: {observation: 'state', parallel_safe: true},
  score: ({action_candidates}) => {
    count++
    ${code}
    return {scores: Array(action_candidates.shape[1]).fill(1), lower_is_better: true}
  },
  probe: (level) => ({level, ok: true, detail: 'fine'}),
})}
`
}
