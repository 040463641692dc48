import type {ProviderCapability, ProviderDiagnosis, ProviderHealth} from '#contract/generated/types'
import type {Configuration} from '../catalogue/configuration.ts'

/** Which providers are told. */
export interface DiagnosisFilter {
  readonly registeredOnly?: boolean | undefined
  readonly capability?: ProviderCapability | undefined
  /** Not those whose name begins so. */
  readonly except?: string | undefined
}

/** One row a provider in the order known. `probe` is asked for registered ones, all at once; without it rows have no health. */
export async function diagnoseProviders(
  configurations: readonly Configuration[],
  filter: DiagnosisFilter,
  probe?: (provider: string) => Promise<ProviderHealth>,
): Promise<ProviderDiagnosis[]> {
  const wanted = configurations.filter((one) => isWanted(one, filter))
  return await Promise.all(wanted.map((one) => diagnose(one, probe)))
}

async function diagnose(
  {profile, state, summary, skipReason}: Configuration,
  probe?: (provider: string) => Promise<ProviderHealth>,
): Promise<ProviderDiagnosis> {
  const {name, maturity, capabilities} = profile
  const registered = state === 'registered'
  const {configured} = summary
  const told = {name, registered, configured, maturity, capabilities, config_summary: summary}
  const row = structuredClone(told)
  if (!registered) return {...row, ...(skipReason !== undefined && {skip_reason: skipReason})}
  return probe === undefined ? row : {...row, health: await probe(name)}
}

function isWanted({profile, state}: Configuration, {registeredOnly, capability, except}: DiagnosisFilter): boolean {
  if (except !== undefined && profile.name.startsWith(except)) return false
  if (registeredOnly && state !== 'registered') return false
  return capability === undefined || profile.capabilities.includes(capability)
}
