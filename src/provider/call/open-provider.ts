import type {ProviderProfile} from '#contract/generated/types'
import {ProviderError} from '#error/provider-error'
import type {Descriptor, Examples, Provider} from '../model/provider.ts'
import {asFault, type TextRedactor} from '../model/provider-fault.ts'
import {waitWithin} from '../model/wait-out.ts'
import type {Registered} from '../registry/provider-table.ts'

/** A provider as a caller may know it: its profile, its promises, and whether it takes many rollouts at once. */
export interface Description {
  readonly profile: ProviderProfile
  readonly descriptor: Descriptor
  readonly batched: boolean
}

/** A provider elsewhere may have to load its model before it can say anything. */
const DESCRIBE_MS = 300_000

/** Loads a provider and says what it is. Rejects with the refusal of `find`, `cancelled`, `timeout`. */
export async function openProvider(
  find: () => Registered,
  redactor: TextRedactor,
  signal: AbortSignal | undefined,
): Promise<Description> {
  const row = find()
  const provider = await row.provider()
  const descriptor = (await describe(provider, redactor, signal)) ?? provider.descriptor ?? {}
  return {profile: row.profile, descriptor, batched: provider.predictBatch !== undefined}
}

async function describe(
  provider: Provider,
  redactor: TextRedactor,
  signal: AbortSignal | undefined,
): Promise<Descriptor | undefined> {
  const late = AbortSignal.timeout(DESCRIBE_MS)
  const within = AbortSignal.any([late, ...(signal === undefined ? [] : [signal])])
  try {
    return await waitWithin(within, () => provider.describe?.(within))
  } catch (error) {
    if (signal?.aborted) throw new ProviderError('cancelled', 'call was cancelled', {retryable: false})
    if (!late.aborted) throw asFault(error, {provider: provider.profile.name, operation: 'describe'}, redactor)
    throw new ProviderError('timeout', `provider did not describe itself within ${DESCRIBE_MS / 1000} s`)
  }
}

/** What a provider names as examples of what it takes; it is loaded and not asked. Rejects with the refusal of `find`. */
export async function openExamples(find: () => Registered): Promise<Examples> {
  return (await find().provider()).examples?.() ?? {}
}
