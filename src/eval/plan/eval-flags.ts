import {AssayError} from '#error/assay-error'
import type {EvalRequest} from './settings.ts'

/** The flags that decide what is measured, as the parser gives them; absent is not given. */
export interface EvalFlags {
  readonly suite?: readonly string[] | undefined
  readonly provider?: readonly string[] | undefined
  readonly env?: readonly string[] | undefined
  readonly operation?: readonly string[] | undefined
  readonly size?: string | undefined
  readonly n?: number | undefined
  readonly seed?: number | undefined
  readonly planner?: string | undefined
  readonly 'no-gate': boolean
  readonly threshold?: readonly string[] | undefined
  readonly 'max-model-evals'?: number | undefined
  readonly 'max-error-share'?: string | undefined
  readonly 'allow-skip': boolean
  readonly episode?: string | undefined
  readonly 'time-limit'?: string | undefined
  readonly workers?: number | undefined
  readonly concurrency?: number | undefined
  readonly 'until-decided': boolean
  readonly 'max-n'?: number | undefined
  readonly 'fail-fast': boolean
}

/** Throws `usage` for a time limit that is no duration; a text that is no number becomes NaN, which every range refuses. */
export function requestOf(flags: EvalFlags): EvalRequest {
  const share = flags['max-error-share']
  const limit = flags['time-limit']
  return {
    suites: flags.suite,
    providers: flags.provider,
    envs: flags.env,
    operations: flags.operation,
    size: flags.size,
    n: flags.n,
    seed: flags.seed,
    planner: flags.planner,
    noGate: flags['no-gate'],
    thresholds: flags.threshold,
    maxModelEvals: flags['max-model-evals'],
    maxErrorShare: share === undefined ? undefined : share.trim() === '' ? Number.NaN : Number(share),
    allowSkip: flags['allow-skip'],
    episode: flags.episode,
    workers: flags.workers,
    concurrency: flags.concurrency,
    untilDecided: flags['until-decided'],
    maxN: flags['max-n'],
    failFast: flags['fail-fast'],
    timeLimitMs: limit === undefined ? undefined : durationMs(limit),
  }
}

const UNITS_MS: Readonly<Record<string, number>> = {ms: 1, s: 1000, m: 60_000, h: 3_600_000}

function durationMs(text: string): number {
  const [, count, unit] = /^([0-9]{1,9})(ms|s|m|h)$/.exec(text) ?? []
  if (count !== undefined && unit !== undefined) return Number(count) * (UNITS_MS[unit] ?? 0)
  throw new AssayError('usage', '--time-limit is not a duration', {hint: 'Write it as in 90s, 10m or 1h.'})
}
