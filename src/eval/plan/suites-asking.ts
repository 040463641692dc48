import type {ProviderCapability} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import type {Suite, SuiteKind} from '../model/suite.ts'

const MODELS = ['predict', 'score'] as const

/** What each kind of suite asks of a provider; any of them is enough for it to say something. */
const ASKED: Readonly<Record<SuiteKind, readonly ProviderCapability[]>> = {
  contract: ['predict', 'score', 'embed', 'reason', 'generate', 'transfer'],
  determinism: MODELS,
  fixtures: MODELS,
  rollout: ['predict'],
  counterfactual: ['predict'],
  'score-ranking': ['score'],
  'planning-regret': MODELS,
  'closed-loop': MODELS,
  robustness: MODELS,
  realtime: MODELS,
  policy: ['policy'],
  'policy-ranking': MODELS,
  calibration: ['predict'],
  invariants: ['predict'],
  surprise: ['predict'],
  reasoning: ['reason'],
  media: ['generate', 'transfer'],
  latent: ['embed'],
  meta: MODELS,
}

/** The suites that ask any of these operations, in their order; all without a choice. Throws `usage` where none does. */
export function suitesAsking(suites: readonly Suite[], operations: readonly string[] | undefined): readonly Suite[] {
  if (operations === undefined) return suites
  const asking = suites.filter(({kind}) => ASKED[kind].some((operation) => operations.includes(operation)))
  if (asking.length > 0) return asking
  throw new AssayError('usage', `no suite of an evaluation asks for ${operations.join(', ')}`, {
    hint: 'Name suites with --suite, or other operations in the profile.',
  })
}
