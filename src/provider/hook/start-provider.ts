import {elapsedMs} from '#random/clock'
import {isHostLack} from '../catalogue/availability.ts'
import type {OperationContext} from '../model/operation-plan.ts'
import type {Registered} from '../registry/provider-table.ts'
import {type HookResult, mayWarmUp} from './lifecycle.ts'
import {runHook, skippedBy} from './run-hook.ts'

const PREFLIGHT_MS = 30_000
const WARMUP_MS = 300_000

/**
 * Preflight, then the warm-up where the way is clear. Bad hooks are results, and so is a provider that this machine is not set up for, which
 * is skipped. Any other refusal of `find` is thrown.
 */
export async function startProvider(
  name: string,
  find: () => Registered,
  ports: OperationContext,
): Promise<HookResult[]> {
  const startedNs = ports.clock.monotonicNs()
  try {
    const provider = await find().provider()
    const preflight = await runHook(provider, 'preflight', PREFLIGHT_MS, ports)
    if (!mayWarmUp(preflight.status)) return [preflight]
    return [preflight, await runHook(provider, 'warmup', WARMUP_MS, ports)]
  } catch (error) {
    if (!isHostLack(error)) throw error
    return [{provider: name, hook: 'preflight', latency_ms: elapsedMs(ports.clock, startedNs), ...skippedBy(error)}]
  }
}
