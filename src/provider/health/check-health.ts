import type {ProbeLevel, ProviderHealth} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {mustBeOneOf} from '#error/nearest'
import {timestamp} from '#random/clock'
import {isHostLack} from '../catalogue/availability.ts'
import type {Configuration} from '../catalogue/configuration.ts'
import {runHook} from '../hook/run-hook.ts'
import type {OperationContext} from '../model/operation-plan.ts'
import type {Registered} from '../registry/provider-table.ts'
import {lackingHealth, PROBE_LEVELS, unconfiguredHealth} from './health.ts'
import {probeProvider} from './probe-provider.ts'
import {type Readiness, readinessOf} from './readiness.ts'

/** `level` defaults to, and never passes, what the provider can prove; `timeoutMs` bounds one attempt at one layer. */
export interface HealthOptions {
  readonly level?: ProbeLevel
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

/** How a name becomes a provider. `configuration` throws `unknown_provider`. */
export interface ProviderLookup {
  configuration(name: string): Configuration
  row(name: string): Registered | undefined
}

const PREFLIGHT_MS = 30_000

export async function diagnoseHealth(
  known: ProviderLookup,
  name: string,
  options: HealthOptions,
  ports: OperationContext,
): Promise<ProviderHealth> {
  const configuration = known.configuration(name)
  const row = known.row(name)
  if (row === undefined) return unconfiguredHealth(configuration, timestamp(ports.clock.nowMs()))
  const {policy, sink, profile} = row
  const level = lowerLevel(options.level ?? profile.max_probe_level, profile.max_probe_level)
  const limits = options.timeoutMs === undefined ? {} : {timeout_seconds: options.timeoutMs / 1000}
  const bounded = {...policy, health: {...policy.health, ...limits}}
  const provider = await row.provider().catch(onlyLack)
  if (provider instanceof AssayError) return lackingHealth(profile, provider, timestamp(ports.clock.nowMs()))
  return await probeProvider({provider, policy: bounded, level, signal: options.signal, sink}, ports)
}

/** Looks at registration, preflight and health, in this order, and stops where the answer is clear. */
export async function checkReadiness(
  known: ProviderLookup,
  name: string,
  options: HealthOptions,
  ports: OperationContext,
): Promise<Readiness> {
  known.configuration(name)
  const row = known.row(name)
  if (row === undefined) return readinessOf({provider: name, isRegistered: false, nowMs: ports.clock.nowMs()})
  const provider = await row.provider().catch(onlyLack)
  if (provider instanceof AssayError) {
    return readinessOf({provider: name, isRegistered: true, lifecycle: 'skipped', nowMs: ports.clock.nowMs()})
  }
  const {status: lifecycle} = await runHook(provider, 'preflight', PREFLIGHT_MS, ports)
  const isClear = lifecycle === 'ready' || lifecycle === 'no-op'
  const health = isClear ? await diagnoseHealth(known, name, options, ports) : undefined
  return readinessOf({provider: name, isRegistered: true, lifecycle, health, nowMs: ports.clock.nowMs()})
}

/** What is missing on this machine is an answer; whatever else an adapter does not load for is thrown. */
function onlyLack(error: unknown): AssayError {
  if (!isHostLack(error)) throw error
  return error
}

function lowerLevel(wanted: ProbeLevel, most: ProbeLevel): ProbeLevel {
  if (!PROBE_LEVELS.includes(wanted))
    throw new AssayError('invalid_input', `probe level ${mustBeOneOf(PROBE_LEVELS, wanted)}`)
  return PROBE_LEVELS.indexOf(wanted) < PROBE_LEVELS.indexOf(most) ? wanted : most
}
