import * as Flags from '@oclif/core/flags'
import type {ProviderCapability} from '#contract/generated/types'

const CAPABILITIES: readonly ProviderCapability[] = [
  'predict',
  'score',
  'policy',
  'embed',
  'reason',
  'generate',
  'transfer',
]

/** Which providers are told. */
export const providerFilterFlags = {
  'registered-only': Flags.boolean({default: false, summary: 'Leave out providers that are not configured.'}),
  capability: Flags.option({options: CAPABILITIES, summary: 'Only providers that can do this.'})(),
}
