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

const ACCESS = 'PROVIDER ACCESS'

/** How far connections may go. What is given here is added to the environment of the command. */
export const reachFlags = {
  'allow-loopback': Flags.boolean({
    helpGroup: ACCESS,
    summary: 'Let connections go to this machine; ASSAY_ALLOW_LOOPBACK=1 does the same.',
  }),
  'allow-host': Flags.string({
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'HOST',
    helpGroup: ACCESS,
    summary: 'Let connections go to a private host, address or network; ASSAY_ALLOW_HOSTS does the same. Repeatable.',
  }),
}

/** Where providers may come from beside that. */
export const providerAccessFlags = {
  ...reachFlags,
  providers: Flags.string({
    helpValue: 'FILE',
    helpGroup: ACCESS,
    summary: 'Definitions of providers of your own; also ASSAY_PROVIDERS_FILE.',
  }),
  'provider-module': Flags.string({
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'MODULE',
    helpGroup: ACCESS,
    summary: 'An ES module or package that exports assayProvider; also ASSAY_PROVIDER_MODULES. Repeatable.',
  }),
}

/** How long one look or call may take. */
export const attemptTimeoutFlag = {
  timeout: Flags.integer({
    min: 1,
    max: 86_400,
    helpValue: 'SECONDS',
    summary: 'Limit of one attempt; what the provider has without it.',
  }),
}

/** Which providers are told. */
export const providerFilterFlags = {
  'registered-only': Flags.boolean({default: false, summary: 'Leave out providers that are not configured.'}),
  capability: Flags.option({options: CAPABILITIES, summary: 'Only providers that can do this.'})(),
}

/** What nobody has as a provider of theirs. */
export const wrongOnPurposeFlag = {
  all: Flags.boolean({default: false, summary: 'List the providers that are wrong on purpose (zoo.*) as well.'}),
}
