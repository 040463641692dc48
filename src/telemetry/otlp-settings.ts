/** Where one signal goes and how. `url` is whole; `timeoutMs` holds for one export with all its repeats. */
export interface SignalSetting {
  readonly url: string
  readonly protocol: OtlpProtocol
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly isPacked: boolean
}

export type OtlpProtocol = 'http/protobuf' | 'http/json'

/** What the variables of OpenTelemetry ask for. */
export interface OtlpSettings {
  readonly traces: SignalSetting | undefined
  readonly metrics: SignalSetting | undefined
  /** Resource attributes of the service that exports, `service.name` among them. */
  readonly resource: Readonly<Record<string, string>>
  readonly sampler: SamplerSetting
  /** Spans kept until they are sent. */
  readonly mostWaiting: number
  /** What cannot be done as asked; the rest is done. */
  readonly faults: readonly string[]
}

/** `ratio` is absent for all or none. */
export interface SamplerSetting {
  readonly root: 'all' | 'none' | 'ratio'
  readonly ratio: number
  /** Whether the caller's own decision, where `TRACEPARENT` tells one, goes first. */
  readonly followsParent: boolean
}

type Variables = Readonly<Record<string, string | undefined>>
type Signal = 'TRACES' | 'METRICS'

/** Shorter than the 10 s of the specification: a command ends once this has passed. */
const USUAL_TIMEOUT_MS = 3_000
const USUAL_WAITING = 8_192
const SAMPLERS: Readonly<Record<string, Omit<SamplerSetting, 'ratio'>>> = {
  always_on: {root: 'all', followsParent: false},
  always_off: {root: 'none', followsParent: false},
  traceidratio: {root: 'ratio', followsParent: false},
  parentbased_always_on: {root: 'all', followsParent: true},
  parentbased_always_off: {root: 'none', followsParent: true},
  parentbased_traceidratio: {root: 'ratio', followsParent: true},
}

/**
 * Undefined where nothing is to be exported. What is not understood is told and the default taken: these variables are set for every
 * program of a machine. Source: OpenTelemetry specification, "OpenTelemetry Protocol Exporter" and "Environment Variable Specification".
 */
export function otlpSettings(env: Variables): OtlpSettings | undefined {
  if (/^true$/i.test(givenValue(env, 'OTEL_SDK_DISABLED') ?? '')) return undefined
  const faults: string[] = []
  const traces = signalOf('TRACES', env, faults)
  const metrics = signalOf('METRICS', env, faults)
  if (traces === undefined && metrics === undefined && faults.length === 0) return undefined
  const resource = pairsOf(env, 'OTEL_RESOURCE_ATTRIBUTES', faults)
  const service = givenValue(env, 'OTEL_SERVICE_NAME') ?? resource['service.name'] ?? 'assay'
  return {
    traces,
    metrics,
    resource: {...resource, 'service.name': service},
    sampler: samplerOf(env, faults),
    mostWaiting: wholeOf(env, 'OTEL_BSP_MAX_QUEUE_SIZE', faults) ?? USUAL_WAITING,
    faults,
  }
}

function signalOf(signal: Signal, env: Variables, faults: string[]): SignalSetting | undefined {
  const asked = (name: string) => {
    const own = `OTEL_EXPORTER_OTLP_${signal}_${name}`
    return givenValue(env, own) === undefined ? `OTEL_EXPORTER_OTLP_${name}` : own
  }
  const exporter = givenValue(env, `OTEL_${signal}_EXPORTER`)
  const place = givenValue(env, asked('ENDPOINT'))
  if (exporter === 'none' || place === undefined) return undefined
  if (exporter !== undefined && !exporter.split(',').includes('otlp')) {
    faults.push(`OTEL_${signal}_EXPORTER names no exporter that is known here: otlp or none`)
    return undefined
  }
  const url = placeOf(place, asked('ENDPOINT') === 'OTEL_EXPORTER_OTLP_ENDPOINT' ? signal : undefined)
  if (url === undefined) faults.push(`${asked('ENDPOINT')} is no http or https address`)
  const protocol = protocolOf(givenValue(env, asked('PROTOCOL')) ?? 'http/protobuf')
  if (protocol === undefined) faults.push(`${asked('PROTOCOL')} is neither http/protobuf nor http/json`)
  if (url === undefined || protocol === undefined) return undefined
  const general = pairsOf(env, 'OTEL_EXPORTER_OTLP_HEADERS', faults)
  return {
    url,
    protocol,
    headers: {...general, ...pairsOf(env, `OTEL_EXPORTER_OTLP_${signal}_HEADERS`, faults)},
    timeoutMs: wholeOf(env, asked('TIMEOUT'), faults) ?? USUAL_TIMEOUT_MS,
    isPacked: givenValue(env, asked('COMPRESSION')) === 'gzip',
  }
}

/** A general address gets the path of the signal behind its own; one for a signal stays as it is. */
function placeOf(text: string, signal: Signal | undefined): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined
  if (signal !== undefined) url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/${signal.toLowerCase()}`
  return url.href
}

function protocolOf(text: string): OtlpProtocol | undefined {
  return text === 'http/protobuf' || text === 'http/json' ? text : undefined
}

function samplerOf(env: Variables, faults: string[]): SamplerSetting {
  const name = givenValue(env, 'OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on'
  const named = Object.hasOwn(SAMPLERS, name) ? SAMPLERS[name] : undefined
  if (named === undefined) faults.push('OTEL_TRACES_SAMPLER names no sampler that is known here')
  const known = named ?? {root: 'all', followsParent: true}
  const text = givenValue(env, 'OTEL_TRACES_SAMPLER_ARG')
  const ratio = text === undefined ? 1 : Number(text)
  if (ratio >= 0 && ratio <= 1) return {...known, ratio}
  faults.push('OTEL_TRACES_SAMPLER_ARG is no number from 0 to 1')
  return {...known, ratio: 1}
}

/** `name=value` with commas between them, percent-encoded where need be, as W3C Baggage has it. */
function pairsOf(env: Variables, name: string, faults: string[]): Record<string, string> {
  const pairs: [string, string][] = []
  for (const pair of (givenValue(env, name) ?? '').split(',').filter((text) => text.trim() !== '')) {
    const at = pair.indexOf('=')
    const value = decoded(pair.slice(at + 1).trim())
    if (at <= 0 || value === undefined) faults.push(`${name} has an entry that is no NAME=VALUE`)
    else pairs.push([pair.slice(0, at).trim(), value])
  }
  return Object.fromEntries(pairs)
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function wholeOf(env: Variables, name: string, faults: string[]): number | undefined {
  const text = givenValue(env, name)
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  faults.push(`${name} is no whole number above 0`)
  return undefined
}

/** Empty means unset, as the specification has it. */
function givenValue(env: Variables, name: string): string | undefined {
  return env[name]?.trim() || undefined
}
