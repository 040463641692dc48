import type {OperationPorts} from '../model/operation-plan.ts'
import type {Registered} from '../registry/provider-table.ts'
import type {HookResult} from './lifecycle.ts'
import {runHook} from './run-hook.ts'

const TEARDOWN_MS = 5_000

/** Tears down the providers that were used, last registered first, five seconds each, then flushes the sinks. */
export async function closeProviders(rows: readonly Registered[], ports: OperationPorts): Promise<HookResult[]> {
  const results: HookResult[] = []
  for (const row of rows.toReversed()) {
    if (!row.isLoaded) continue
    results.push(await runHook(await row.provider(), 'teardown', TEARDOWN_MS, ports))
    row.unload()
  }
  await Promise.all(rows.map((row) => row.sink?.flush()))
  await ports.dispatcher.flush()
  return results
}
