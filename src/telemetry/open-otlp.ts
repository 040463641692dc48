import type {TraceContext} from '#event/correlation'
import {deadline} from '#random/timers'
import type {RunPorts} from '#run/ports'
import type {RunObserver} from '#run/run-observer'
import {ExportCount} from './export-count.ts'
import {faultText} from './guarded-observer.ts'
import type {OtlpProtocol, OtlpSettings, SignalSetting} from './otlp-settings.ts'
import type {RunSpans} from './run-spans.ts'

type Ports = Pick<RunPorts, 'clock' | 'redactor' | 'versions'>

/** An export that goes on until `close`, which says what did not arrive. */
export interface OpenExport {
  readonly observers: readonly RunObserver[]
  /** The trace of the run, for whoever works for it. */
  readonly trace?: TraceContext | undefined
  close(): Promise<readonly string[]>
}

/** Past the time that one export may take, the process waits no longer for what it did not expect. */
const GRACE_MS = 500
const PACKAGES: Readonly<Record<OtlpProtocol, readonly string[]>> = {
  'http/protobuf': ['@opentelemetry/exporter-trace-otlp-proto', '@opentelemetry/exporter-metrics-otlp-proto'],
  'http/json': ['@opentelemetry/exporter-trace-otlp-http', '@opentelemetry/exporter-metrics-otlp-http'],
}
const SDK = ['@opentelemetry/api', '@opentelemetry/resources', '@opentelemetry/sdk-metrics', '@opentelemetry/sdk-trace']
const NOT_LOADED: readonly unknown[] = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']

/**
 * Starts the export that the settings ask for; never rejects. A package that is not installed is told like a collector that does not answer:
 * the run goes on without.
 */
export async function openOtlp(
  settings: OtlpSettings,
  caller: TraceContext | undefined,
  ports: Ports,
): Promise<OpenExport> {
  try {
    return await start(settings, caller, ports)
  } catch (error) {
    const fault = missingText(error, settings) ?? faultText(error)
    return {observers: [], close: () => Promise.resolve([...settings.faults, fault])}
  }
}

/** Undefined where something else is wrong than a package that is not here. */
function missingText(error: unknown, {traces, metrics}: OtlpSettings): string | undefined {
  const isMissing = error instanceof Error && NOT_LOADED.includes(Reflect.get(error, 'code'))
  const [, name] = isMissing ? (/(?:package|module) '(@opentelemetry\/[\w-]{1,60})/.exec(error.message) ?? []) : []
  if (name === undefined) return undefined
  const asked = [traces, metrics].flatMap((signal) => (signal ? PACKAGES[signal.protocol] : []))
  return `the package ${name} is not installed: npm install ${[...new Set([...SDK, ...asked])].join(' ')}`
}

async function start(settings: OtlpSettings, caller: TraceContext | undefined, ports: Ports): Promise<OpenExport> {
  const {traces, metrics, faults} = settings
  const count = new ExportCount()
  const spans = traces && (await startSpans(settings, traces, {caller, ports, count}))
  const meters = metrics && (await startMeters(settings, metrics, {ports, count}))
  const longestMs = Math.max(traces?.timeoutMs ?? 0, metrics?.timeoutMs ?? 0) + GRACE_MS
  return {
    observers: [spans?.observer, meters?.observer].filter((one) => one !== undefined),
    trace: spans?.observer.context,
    close: async () => {
      spans?.observer.end()
      using limit = deadline(ports.clock, longestMs, () => new Error('no answer in time'))
      const ends = [spans, meters].filter((one) => one !== undefined)
      await Promise.race([Promise.all(ends.map((one) => ended(one, count))), aborted(limit.signal)])
      return [...faults, ...(count.loss === undefined ? [] : [count.loss])]
    },
  }
}

interface Held {
  readonly ports: Ports
  readonly count: ExportCount
}

async function startSpans(
  settings: OtlpSettings,
  signal: SignalSetting,
  {caller, ports, count}: Held & {readonly caller: TraceContext | undefined},
) {
  const [{tracing}, {RunSpans}, exporters] = await Promise.all([
    import('./otel-sdk.ts'),
    import('./run-spans.ts'),
    loadExporters(signal.protocol),
  ])
  const {provider, nameNext} = tracing(settings, new exporters.traces(optionsOf(signal)), count)
  const {clock, redactor, versions} = ports
  const tracer = provider.getTracer('assay', versions.assay)
  const observer: RunSpans = new RunSpans({tracer, clock, redactor, nameNext}, caller)
  return {observer, stop: () => provider.shutdown()}
}

async function startMeters(settings: OtlpSettings, signal: SignalSetting, {ports, count}: Held) {
  const [{metering}, {RunMeters}, exporters] = await Promise.all([
    import('./otel-sdk.ts'),
    import('./run-meters.ts'),
    loadExporters(signal.protocol),
  ])
  const provider = metering(settings, new exporters.metrics(optionsOf(signal)), count)
  return {observer: new RunMeters(provider.getMeter('assay', ports.versions.assay)), stop: () => provider.shutdown()}
}

async function loadExporters(protocol: OtlpProtocol) {
  if (protocol === 'http/json') return (await import('./otlp-exporters-json.ts')).JSON_EXPORTERS
  return (await import('./otlp-exporters-proto.ts')).PROTO_EXPORTERS
}

function optionsOf({url, headers, timeoutMs, isPacked}: SignalSetting) {
  return {url, headers: {...headers}, timeoutMillis: timeoutMs, ...(isPacked && {compression: 'gzip' as never})}
}

async function ended({stop}: {readonly stop: () => Promise<void>}, count: ExportCount): Promise<void> {
  try {
    await stop()
  } catch (error) {
    count.failed(error)
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => signal.addEventListener('abort', () => done(), {once: true}))
}
