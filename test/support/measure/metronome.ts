// A provider that works for an even time: METRONOME_SHARE times as long as usual, by repeating the same arithmetic.
const USUAL_ROUNDS = 400_000
// A whole number: against a fraction each round is compared otherwise, and takes another time.
const ROUNDS = Math.round(USUAL_ROUNDS * Number(process.env['METRONOME_SHARE'] ?? 1))
let sink = 0

/** What came of the work is the beginning of the next, so that no engine leaves it out. */
function worked(before: number): number {
  let sum = before
  for (let round = 0; round < ROUNDS; round++) sum = (sum + Math.imul(round, 2_654_435_761)) | 0
  return sum
}

const retry = {
  max_attempts: 1,
  backoff_seconds: 0.25,
  backoff_multiplier: 2,
  max_backoff_seconds: 30,
  jitter: 0.25,
  max_retry_after_seconds: 60,
  retryable_status_codes: [503],
}
const once = {timeout_seconds: 30, max_elapsed_seconds: null, retry}

export const assayProvider = {
  apiVersion: 1,
  create: () => ({
    profile: {
      name: 'metronome',
      maturity: 'experimental',
      capabilities: ['score'],
      transport: 'in_process',
      deterministic: true,
      requires: {all_of: [], any_of: []},
      optional: [],
      max_probe_level: 'serving',
      idempotent: ['score'],
      request_policy: {health: once, request: once},
    },
    score: ({action_candidates}: {action_candidates: {shape: readonly number[]}}) => {
      sink = worked(sink)
      return {scores: Array.from({length: action_candidates.shape[1] ?? 0}, (_, at) => at), lower_is_better: true}
    },
    probe: (level: string) => ({level, ok: true, detail: 'in this process'}),
  }),
}
