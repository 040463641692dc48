import {ANALYTIC, LEARNED, MOCK, OBSERVER, ZOO, zooProfile} from './builtin-profiles.ts'
import {CATALOGUE} from './catalogue.ts'

/** Every provider that is known without a caller naming files or modules, the wrong ones of the laboratory last. */
export const PROVIDER_NAMES: readonly string[] = [
  ...[MOCK, ANALYTIC, LEARNED, OBSERVER, ...CATALOGUE.map(({profile}) => profile)].map(({name}) => name),
  ...ZOO.map((mutant) => zooProfile(mutant).name),
]

/** Variables that bring further ones. */
export const PROVIDER_VARIABLES = ['ASSAY_PROVIDERS_FILE', 'ASSAY_PROVIDER_MODULES'] as const
