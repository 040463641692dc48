import {record} from '#contract/json'
import type {AssayError} from '#error/assay-error'
import {elapsedMs} from '#random/clock'
import {isHostLack} from '../catalogue/availability.ts'
import type {OperationContext} from '../model/operation-plan.ts'
import type {Provider} from '../model/provider.ts'
import {asFault} from '../model/provider-fault.ts'
import {waitWithin} from '../model/wait-out.ts'
import type {Registered} from '../registry/provider-table.ts'
import type {HookName, HookResult} from './lifecycle.ts'

type Ports = Pick<OperationContext, 'clock' | 'redactor'>

/** Runs one lifecycle hook for at most `limitMs`. Never throws: a hook that throws, hangs or answers nonsense has failed. */
export async function runHook(provider: Provider, hook: HookName, limitMs: number, ports: Ports): Promise<HookResult> {
  const startedNs = ports.clock.monotonicNs()
  const {name} = provider.profile
  const told = () => ({provider: name, hook, latency_ms: elapsedMs(ports.clock, startedNs)})
  const run = provider[hook]
  if (run === undefined) return {...told(), status: 'no-op', details: {}, evidence: []}
  const control = new AbortController()
  const late = () => control.abort(new Error(`${hook} took longer than ${limitMs} ms`))
  const cancelTimer = ports.clock.after(limitMs, late)
  try {
    const answer = await waitWithin(control.signal, () => run.call(provider, control.signal))
    return {...told(), ...readAnswer(record(answer) ?? {}, ports)}
  } catch (thrown) {
    const fault = asFault(thrown, {provider: name, operation: hook}, ports.redactor)
    if (isHostLack(fault)) return {...told(), ...skippedBy(fault)}
    const {code, message} = fault
    return {
      ...told(),
      status: hook === 'teardown' ? 'teardown-failed' : 'failed',
      details: {code, message},
      evidence: [],
    }
  } finally {
    cancelTimer()
    control.abort()
  }
}

/** What the host has to bring is not there. */
export function skippedBy({
  code,
  message,
}: AssayError): Pick<HookResult, 'status' | 'details' | 'skip_reason' | 'evidence'> {
  return {status: 'skipped', skip_reason: message, details: {code}, evidence: []}
}

function readAnswer(
  answer: Readonly<Record<string, unknown>>,
  {redactor}: Ports,
): Pick<HookResult, 'status' | 'details' | 'skip_reason' | 'evidence'> {
  const {status, skip_reason, details, evidence} = answer
  if (status !== 'ready' && status !== 'skipped') throw new Error('hook answered neither ready nor skipped')
  const list = Array.isArray(evidence) ? evidence.filter((item) => typeof item === 'string') : []
  return {
    status,
    details: record(redactor.value(record(details) ?? {})) ?? {},
    ...(typeof skip_reason === 'string' && {skip_reason: redactor.text(skip_reason)}),
    evidence: list.map((item) => redactor.text(item)),
  }
}

const TEARDOWN_MS = 5_000

/** Tears down the providers that were used, last registered first, five seconds each, then flushes the sinks. */
export async function closeProviders(rows: readonly Registered[], ports: OperationContext): Promise<HookResult[]> {
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
