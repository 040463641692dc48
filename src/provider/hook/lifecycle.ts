/** The hooks of a provider, in the order of its life. */
export type HookName = 'preflight' | 'warmup' | 'teardown'
/** How a hook ended; `no-op` where the provider has none. */
export type HookStatus = 'no-op' | 'ready' | 'skipped' | 'failed' | 'teardown-failed'

/** What became of one hook. `latency_ms`: milliseconds. */
export interface HookResult {
  readonly provider: string
  readonly hook: HookName
  readonly status: HookStatus
  readonly latency_ms: number
  readonly details: Readonly<Record<string, unknown>>
  readonly skip_reason?: string
  readonly evidence: readonly string[]
}

/** Worst first. */
const PRECEDENCE: readonly HookStatus[] = ['teardown-failed', 'failed', 'skipped', 'ready', 'no-op']

/** One status for several hooks: the worst; `no-op` for none. */
export function worstStatus(statuses: readonly HookStatus[]): HookStatus {
  return PRECEDENCE.find((status) => statuses.includes(status)) ?? 'no-op'
}

/** A warm-up makes sense only where the way there is clear. */
export function mayWarmUp(preflight: HookStatus): boolean {
  return preflight === 'ready' || preflight === 'no-op'
}
