import type {EvalEpisode} from '#contract/generated/types'
import type {Metric} from '../model/suite.ts'

/** A metric read as a mean of values in 0–1: `min + span * value` is in its unit. */
export interface UnitReading {
  readonly min: number
  readonly span: number
  /** Undefined for a trial that has no value. */
  read(episode: EvalEpisode): number | undefined
}

/** Shares, and means between finite limits: what can be judged after any number of trials. Undefined for every other metric. */
export function unitReading({min, max, exact, measure: {reads}}: Metric): UnitReading | undefined {
  if (exact) return undefined
  if (reads?.kind === 'share') return {min: 0, span: 1, read: (episode) => (reads.counts(episode) ? 1 : 0)}
  const span = max - min
  if (reads?.kind !== 'means' || reads.isMean !== true || !Number.isFinite(span)) return undefined
  return {
    min,
    span,
    read(episode) {
      const value = reads.columns(episode)?.[0]
      return value === undefined ? undefined : (value - min) / span
    },
  }
}

/** Whether differences of pairs have a mean that says who is better: not where a metric is right at one value. */
export function isPairable({direction}: Pick<Metric, 'direction'>): boolean {
  return direction !== 'nearer'
}

/** The values of the trials that have one, in their order. */
export function unitValues({read}: UnitReading, episodes: readonly EvalEpisode[]): number[] {
  return episodes.flatMap((episode) => read(episode) ?? [])
}
