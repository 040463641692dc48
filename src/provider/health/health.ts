import type {
  ProbeLayer,
  ProbeLevel,
  ProviderDetected,
  ProviderFault,
  ProviderHealth,
  ProviderProfile,
  ProviderTransport,
} from '#contract/generated/types'
import type {AssayError} from '#error/assay-error'
import type {ErrorCode} from '#error/codes'
import {ProviderError} from '#error/provider-error'
import type {Configuration} from '../catalogue/configuration.ts'

export const PROBE_LEVELS: readonly ProbeLevel[] = ['configured', 'reachable', 'protocol', 'serving']

const FAULTS: Partial<Record<ErrorCode, ProviderFault>> = {
  unreachable: 'down',
  timeout: 'timeout',
  budget_exceeded: 'timeout',
  busy: 'busy',
  rate_limited: 'busy',
  unauthorized: 'unauthorized',
  wrong_service: 'wrong_service',
  incompatible: 'incompatible',
}

/** Levels to look at, from the lowest to the one required. */
export function levelsUpTo(required: ProbeLevel): readonly ProbeLevel[] {
  return PROBE_LEVELS.slice(0, PROBE_LEVELS.indexOf(required) + 1)
}

/** Transports whose connection is all of the handshake; ZeroMQ and WebSocket greet at the level of the protocol. */
const MET_WHEN_REACHED: readonly ProviderTransport[] = ['http', 'stdio']

/**
 * The fault a probe's error at a level stands for; none where it says nothing about the other end. A server that was met and then
 * answers nothing is busy.
 */
export function faultIn(error: AssayError, level: ProbeLevel, transport: ProviderTransport): ProviderFault | undefined {
  const fault = (error instanceof ProviderError ? error.facts.fault : undefined) ?? FAULTS[error.code]
  const isMet = level === 'serving' || (level === 'protocol' && MET_WHEN_REACHED.includes(transport))
  return fault === 'timeout' && isMet ? 'busy' : fault
}

export interface Probed {
  readonly provider: string
  readonly required: ProbeLevel
  readonly layers: readonly ProbeLayer[]
  readonly warnings?: readonly string[]
  readonly detected?: ProviderDetected
  readonly latencyMs: number
  readonly checkedAt: string
}

/** Healthy only when every level up to the required one was looked at and was good. */
export function healthOf({provider, required, layers, latencyMs, checkedAt, ...found}: Probed): ProviderHealth {
  const good = layers.filter((layer) => layer.ok)
  const isHealthy = good.length === layers.length && good.at(-1)?.level === required
  return {
    schema_version: 1,
    provider,
    status: isHealthy ? 'healthy' : 'unhealthy',
    level_required: required,
    level_reached: good.at(-1)?.level ?? null,
    fault: layers.find((layer) => !layer.ok)?.fault ?? null,
    latency_ms: latencyMs,
    layers: [...layers],
    warnings: [...(found.warnings ?? [])],
    ...(found.detected && {detected: found.detected}),
    checked_at: checkedAt,
  }
}

/** What was detected, under the names by which results of calls and manifests tell it; modalities stand there by their digest. */
export function detectedRuntime({provider, detected = {}}: Pick<ProviderHealth, 'provider' | 'detected'>) {
  const {dialect, modalities: _, ...facts} = detected
  return {...facts, ...(dialect !== undefined && {runtime_manifest_id: `${provider}:${dialect}`})}
}

/** Nothing was dialled: what is missing is the whole answer. */
export function unconfiguredHealth({profile, skipReason}: Configuration, checkedAt: string): ProviderHealth {
  const {name: provider, max_probe_level: required} = profile
  const layer = {level: 'configured', ok: false, duration_ms: 0, detail: skipReason ?? 'not configured'} as const
  return {...healthOf({provider, required, layers: [layer], latencyMs: 0, checkedAt}), status: 'unconfigured'}
}

/** Its adapter was not loaded, for want of something on this machine. */
export function lackingHealth(
  profile: ProviderProfile,
  {code, message}: AssayError,
  checkedAt: string,
): ProviderHealth {
  const {name: provider, max_probe_level: required} = profile
  const layer = {level: 'configured', ok: false, duration_ms: 0, detail: message, code} as const
  return healthOf({provider, required, layers: [layer], latencyMs: 0, checkedAt})
}
