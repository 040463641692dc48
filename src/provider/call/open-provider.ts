import type {ProviderProfile} from '#contract/generated/types'
import {ProviderError} from '#error/provider-error'
import {deadline} from '#random/timers'
import type {Descriptor} from '../model/descriptor.ts'
import type {OperationContext} from '../model/operation-plan.ts'
import type {Examples, Provider} from '../model/provider.ts'
import {asFault} from '../model/provider-fault.ts'
import {copyValue} from '../model/value-check.ts'
import {waitWithin} from '../model/wait-out.ts'
import type {Registered} from '../registry/provider-table.ts'

/** A provider as a caller may know it: its profile, its promises, and whether it takes many rollouts at once. */
export interface Description {
  readonly profile: ProviderProfile
  readonly descriptor: Descriptor
  readonly batched: boolean
}

/** A provider elsewhere may have to load its model before it can say anything; one of this process is there, and has as long as for an answer. */
const DESCRIBE_MS = 300_000

type Ports = Pick<OperationContext, 'clock' | 'redactor'>

/** Loads a provider and says what it is. Rejects with the refusal of `find`, `cancelled`, `timeout`. */
export async function openProvider(
  find: () => Registered,
  ports: Ports,
  signal: AbortSignal | undefined,
): Promise<Description> {
  const row = find()
  const provider = await row.provider()
  const descriptor = (await describe(provider, row, ports, signal)) ?? provider.descriptor ?? {}
  // A provider that does not state `predict` is asked for no prediction, neither alone nor in batches.
  const batched = provider.predictBatch !== undefined && row.profile.capabilities.includes('predict')
  return {profile: structuredClone(row.profile), descriptor: copyValue(descriptor), batched}
}

async function describe(
  provider: Provider,
  {profile, policy}: Registered,
  {clock, redactor}: Ports,
  signal: AbortSignal | undefined,
): Promise<Descriptor | undefined> {
  const limitMs =
    profile.transport === 'in_process' ? Math.min(policy.request.timeout_seconds * 1000, DESCRIBE_MS) : DESCRIBE_MS
  using late = deadline(clock, limitMs, () => 'late')
  const within = AbortSignal.any([late.signal, ...(signal === undefined ? [] : [signal])])
  try {
    return await waitWithin(within, () => provider.describe?.(within))
  } catch (error) {
    if (signal?.aborted) throw new ProviderError('cancelled', 'call was cancelled', {retryable: false})
    if (!late.signal.aborted) throw asFault(error, {provider: profile.name, operation: 'describe'}, redactor)
    throw new ProviderError('timeout', `provider did not describe itself within ${limitMs / 1000} s`)
  }
}

/** What a provider names as examples of what it takes; it is loaded and not asked. Rejects with the refusal of `find`. */
export async function openExamples(find: () => Registered): Promise<Examples> {
  return (await find().provider()).examples?.() ?? {}
}
