import {Gauge, Histogram, Registry} from 'prom-client'
import type {ProviderEvent} from '#contract/generated/types'
import {type ExitCode, VERDICTS} from '#error/exit'
import {isTerminal} from '#event/event-sink'
import {labelsOf} from '#event/provider-metrics-exporter-sink'
import type {RunNews, RunObserver} from '#run/run-observer'
import {LATENCY_BOUNDS_S} from './latency-bounds.ts'
import type {RunSummary} from './run-summary.ts'

const RUN = ['kind', 'run_job'] as const
const CALL = [...RUN, 'provider', 'operation', 'phase', 'capability', 'status_class'] as const

/** The metrics of one run as Prometheus reads them from a file: what the last run came to, all of it in base units. */
export class PrometheusRun implements RunObserver {
  readonly #registry = new Registry()
  readonly #calls: Histogram
  readonly #retries: Gauge
  #run = {kind: '', run_job: ''}

  constructor() {
    this.#calls = new Histogram({
      name: 'assay_run_provider_operation_duration_seconds',
      help: 'Duration of the provider operations of the last run.',
      labelNames: CALL,
      buckets: LATENCY_BOUNDS_S,
      registers: [this.#registry],
    })
    const labelNames = [...RUN, 'provider', 'operation']
    const help = 'Attempts of the last run that failed and were made again.'
    this.#retries = new Gauge({name: 'assay_run_provider_retries', help, labelNames, registers: [this.#registry]})
  }

  told(news: RunNews): void {
    if (news.what === 'opened') this.#run = {kind: news.trial.kind, run_job: news.trial.job ?? ''}
    if (news.what === 'event') this.#count(news.event)
  }

  /** The text of the file; `exitCode` is that of the command. */
  text({runId, manifest}: RunSummary, exitCode: ExitCode): Promise<string> {
    const {created_at, ended_at, duration_ms, outcome, counts, event_count, package_version} = manifest ?? {}
    this.#gauge('info', 'Which run the other metrics are of.', [[{run_id: runId, version: package_version ?? ''}, 1]])
    this.#gauge('exit_code', 'Exit code of the command that made the last run.', [[{}, exitCode]])
    const verdicts = VERDICTS.map((verdict) => [{verdict}, verdict === outcome?.verdict ? 1 : 0] as const)
    this.#gauge('verdict', 'Verdict of the last run: 1 for the one it has, 0 for the others.', verdicts)
    if (counts) this.#gauge('items', 'Items of the last run by what became of them.', rows('state', counts))
    const numbers = [
      [
        'start_timestamp_seconds',
        'When the last run began, in Unix time.',
        created_at && Date.parse(created_at) / 1000,
      ],
      ['end_timestamp_seconds', 'When the last run ended, in Unix time.', ended_at && Date.parse(ended_at) / 1000],
      ['duration_seconds', 'Duration of the last run.', duration_ms && duration_ms / 1000],
      ['events', 'Provider events of the last run.', event_count],
    ] as const
    for (const [name, help, value] of numbers) if (typeof value === 'number') this.#gauge(name, help, [[{}, value]])
    return this.#registry.metrics()
  }

  #count(event: Readonly<ProviderEvent>): void {
    const {provider, operation} = labelsOf(event)
    if (isTerminal(event)) this.#calls.observe({...this.#run, ...labelsOf(event)}, event.duration_ms / 1000)
    else this.#retries.inc({...this.#run, provider, operation})
  }

  #gauge(name: string, help: string, values: readonly (readonly [Readonly<Record<string, string>>, number])[]): void {
    const labelNames = [...RUN, ...Object.keys(values[0]?.[0] ?? {})]
    const gauge = new Gauge({name: `assay_run_${name}`, help, labelNames, registers: [this.#registry]})
    for (const [labels, value] of values) gauge.set({...this.#run, ...labels}, value)
  }
}

function rows(label: string, counts: object) {
  return Object.entries(counts).map(([name, value]) => [{[label]: name}, Number(value)] as const)
}
