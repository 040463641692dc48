import type {ProviderFault, ProviderHealth} from '#contract/generated/types'
import type {HookStatus} from '../hook/lifecycle.ts'

/** Health older than this says nothing about now. Milliseconds. */
const FRESH_MS = 30_000

/** What a load balancer asks: whether traffic may go to a provider now. */
export interface Readiness {
  readonly schema_version: 1
  readonly status: 'ready' | 'provider_unconfigured' | 'provider_unhealthy'
  readonly traffic: 'accept' | 'drain'
  readonly checks: {
    readonly framework_alive: true
    readonly provider: string
    readonly provider_registered: boolean
    readonly lifecycle: HookStatus | null
    readonly provider_health: {
      readonly level_reached: ProviderHealth['level_reached']
      readonly fault: ProviderFault | null
      readonly checked_at: string
      readonly age_ms: number
    } | null
  }
}

export interface ReadinessFacts {
  readonly provider: string
  readonly isRegistered: boolean
  readonly lifecycle?: HookStatus | undefined
  readonly health?: ProviderHealth | undefined
  readonly nowMs: number
}

/** Whether a host may send traffic: only with the provider registered, the way clear and fresh good health. */
export function readinessOf(facts: ReadinessFacts): Readiness {
  const {provider, isRegistered, lifecycle, health, nowMs} = facts
  const status = statusOf(facts)
  const ageMs = health === undefined ? 0 : Math.max(0, nowMs - Date.parse(health.checked_at))
  return {
    schema_version: 1,
    status,
    traffic: status === 'ready' ? 'accept' : 'drain',
    checks: {
      framework_alive: true,
      provider,
      provider_registered: isRegistered,
      lifecycle: lifecycle ?? null,
      provider_health:
        health === undefined
          ? null
          : {level_reached: health.level_reached, fault: health.fault, checked_at: health.checked_at, age_ms: ageMs},
    },
  }
}

function statusOf({isRegistered, lifecycle, health, nowMs}: ReadinessFacts): Readiness['status'] {
  if (!isRegistered || lifecycle === 'skipped') return 'provider_unconfigured'
  const isClear = lifecycle === 'ready' || lifecycle === 'no-op'
  const isFresh = health !== undefined && nowMs - Date.parse(health.checked_at) <= FRESH_MS
  return isClear && isFresh && health.status === 'healthy' ? 'ready' : 'provider_unhealthy'
}
