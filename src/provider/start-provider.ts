import {type HookResult, mayWarmUp} from './lifecycle.ts'
import type {OperationPorts} from './operation-plan.ts'
import type {Registered} from './provider-table.ts'
import {runHook} from './run-hook.ts'

const PREFLIGHT_MS = 30_000
const WARMUP_MS = 300_000

/** Preflight, then the warm-up where the way is clear. Bad hooks are results; only the refusal of `find` is thrown. */
export async function startProvider(find: () => Registered, ports: OperationPorts): Promise<HookResult[]> {
  const provider = await find().provider()
  const preflight = await runHook(provider, 'preflight', PREFLIGHT_MS, ports)
  if (!mayWarmUp(preflight.status)) return [preflight]
  return [preflight, await runHook(provider, 'warmup', WARMUP_MS, ports)]
}
