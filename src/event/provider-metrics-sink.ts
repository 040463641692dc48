import type {ProviderEvent} from '#contract/generated/types'
import type {EventSink} from './event-sink.ts'
import {foldMetrics, type ProviderMetrics} from './metrics.ts'

/** Counts and latencies by provider and operation, folded from events alone. */
export class ProviderMetricsSink implements EventSink {
  readonly #rows = new Map<string, ProviderMetrics>()

  /** Takes one event; the library calls it. Never throws. */
  handle(event: Readonly<ProviderEvent>): void {
    const key = `${event.provider}\n${event.operation}`
    this.#rows.set(key, foldMetrics(this.#rows.get(key), event))
  }

  /** Rows in order of first appearance; latencies in milliseconds. Never throws. */
  rows(): readonly ProviderMetrics[] {
    return [...this.#rows.values()]
  }

  /** The row of one operation of one provider; undefined before its first event. Never throws. */
  row(provider: string, operation: string): ProviderMetrics | undefined {
    return this.#rows.get(`${provider}\n${operation}`)
  }
}
