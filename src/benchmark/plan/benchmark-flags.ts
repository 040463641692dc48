import type {BenchmarkRequest} from './settings.ts'

/** The flags that decide what is measured, as the parser gives them; absent is not given. */
export interface BenchmarkFlags {
  readonly provider?: readonly string[] | undefined
  readonly operation?: readonly string[] | undefined
  readonly preset?: string | undefined
  readonly iterations?: number | undefined
  readonly duration?: string | undefined
  readonly concurrency?: number | undefined
  readonly rate?: string | undefined
  readonly arrival?: string | undefined
  readonly 'max-in-flight'?: number | undefined
  readonly repeats?: number | undefined
  readonly calibrate?: number | undefined
  readonly warmup?: string | undefined
  readonly 'no-gate': boolean
  readonly threshold?: readonly string[] | undefined
  readonly live: boolean
  readonly 'require-run': boolean
  readonly 'allow-skip': boolean
  readonly timeout?: string | undefined
  readonly 'max-elapsed'?: string | undefined
  readonly retries?: number | undefined
}

/** A text that is no number becomes NaN, which every range refuses. */
export function requestOf(flags: BenchmarkFlags): BenchmarkRequest {
  return {
    providers: flags.provider,
    operations: flags.operation,
    preset: flags.preset,
    iterations: flags.iterations,
    duration: flags.duration,
    concurrency: flags.concurrency,
    rate: numberOf(flags.rate),
    arrival: flags.arrival,
    maxInFlight: flags['max-in-flight'],
    repeats: flags.repeats,
    calibrate: flags.calibrate,
    warmUp: flags.warmup === 'auto' ? 'auto' : numberOf(flags.warmup),
    noGate: flags['no-gate'],
    thresholds: flags.threshold,
    live: flags.live,
    requireRun: flags['require-run'],
    allowSkip: flags['allow-skip'],
    policy: {
      ...(flags.timeout !== undefined && {timeoutSeconds: numberOf(flags.timeout)}),
      ...(flags['max-elapsed'] !== undefined && {maxElapsedSeconds: numberOf(flags['max-elapsed'])}),
      ...(flags.retries !== undefined && {retries: flags.retries}),
    },
  }
}

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  return text.trim() === '' ? Number.NaN : Number(text)
}
