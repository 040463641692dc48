import type {Counter, Histogram, Meter} from '@opentelemetry/api'
import {isTerminal} from '#event/event-sink'
import {labelsOf} from '#event/provider-metrics-exporter-sink'
import type {RunNews, RunObserver} from '#run/run-observer'
import {LATENCY_BOUNDS_S} from './latency-bounds.ts'

/** Runs and calls of providers as OpenTelemetry counts and durations, in seconds. Names of runs and targets are never attributes. */
export class RunMeters implements RunObserver {
  readonly #calls: Histogram
  readonly #retries: Counter
  readonly #runs: Histogram

  constructor(meter: Meter) {
    const seconds = (description: string) => ({description, unit: 's'})
    const advice = {explicitBucketBoundaries: LATENCY_BOUNDS_S}
    const calls = {...seconds('Duration of provider operations.'), advice}
    this.#calls = meter.createHistogram('assay.provider.operation.duration', calls)
    this.#retries = meter.createCounter('assay.provider.retries', {
      description: 'Attempts that failed and were made again.',
      unit: '{attempt}',
    })
    this.#runs = meter.createHistogram('assay.run.duration', seconds('Duration of runs.'))
  }

  told(news: RunNews): void {
    if (news.what === 'event') {
      const {event} = news
      if (isTerminal(event)) this.#calls.record(event.duration_ms / 1000, {...labelsOf(event)})
      else this.#retries.add(1, {...labelsOf(event)})
    }
    if (news.what === 'closed') {
      const {kind, outcome, duration_ms: ms, provenance} = news.manifest
      const attributes = {kind, verdict: outcome?.verdict ?? 'unknown', job: provenance?.job ?? ''}
      this.#runs.record((ms ?? 0) / 1000, attributes)
    }
  }
}
