import type {ProviderProfile} from '#contract/generated/types'
import type {Descriptor} from './provider.ts'
import type {Registered} from './provider-table.ts'

/** A provider as a caller may know it: its profile, its promises, and whether it takes many rollouts at once. */
export interface Description {
  readonly profile: ProviderProfile
  readonly descriptor: Descriptor
  readonly batched: boolean
}

/** A provider elsewhere may have to load its model before it can say anything. */
const DESCRIBE_MS = 300_000

/** Loads a provider and says what it is. Rejects with the refusal of `find`. */
export async function openProvider(find: () => Registered): Promise<Description> {
  const row = find()
  const provider = await row.provider()
  const descriptor = (await provider.describe?.(AbortSignal.timeout(DESCRIBE_MS))) ?? provider.descriptor ?? {}
  return {profile: row.profile, descriptor, batched: provider.predictBatch !== undefined}
}
