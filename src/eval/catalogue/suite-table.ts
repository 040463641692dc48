import type {EvalSuite} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {nearestHint} from '#error/nearest'
import type {SuiteEntry} from '../kit/suite-entry.ts'
import {withBoundary} from '../model/claims.ts'
import type {Suite} from '../model/suite.ts'

/** Every suite by its name, in the order in which they run and are told; loaded when somebody asks for it. */
export const SUITE_TABLE = {
  contract: () => import('../suite/contract/contract.ts').then((file) => file.contract),
  determinism: () => import('../suite/determinism/determinism.ts').then((file) => file.determinism),
  fixtures: () => import('../suite/fixtures/fixtures.ts').then((file) => file.fixtures),
  rollout: () => import('../suite/rollout/rollout.ts').then((file) => file.rollout),
  fidelity: () => import('../suite/fidelity/fidelity.ts').then((file) => file.fidelity),
  counterfactual: () => import('../suite/counterfactual/counterfactual.ts').then((file) => file.counterfactual),
  'score-ranking': () => import('../suite/score-ranking/score-ranking.ts').then((file) => file.scoreRanking),
  'planning-regret': () => import('../suite/planning-regret/planning-regret.ts').then((file) => file.planningRegret),
  'closed-loop': () => import('../suite/closed-loop/closed-loop.ts').then((file) => file.closedLoop),
  robustness: () => import('../suite/robustness/robustness.ts').then((file) => file.robustness),
  realtime: () => import('../suite/realtime/realtime.ts').then((file) => file.realtime),
  policy: () => import('../suite/policy/policy.ts').then((file) => file.policy),
  'policy-ranking': () => import('../suite/policy-ranking/policy-ranking.ts').then((file) => file.policyRanking),
  calibration: () => import('../suite/calibration/calibration.ts').then((file) => file.calibration),
  invariants: () => import('../suite/invariants/invariants.ts').then((file) => file.invariants),
  surprise: () => import('../suite/surprise/surprise.ts').then((file) => file.surprise),
  reasoning: () => import('../suite/reasoning/reasoning.ts').then((file) => file.reasoning),
  media: () => import('../suite/media/media.ts').then((file) => file.media),
  latent: () => import('../suite/latent/latent.ts').then((file) => file.latent),
  meta: () => import('../examine/meta.ts').then((file) => file.meta),
} as const satisfies Readonly<Record<string, () => Promise<SuiteEntry>>>

export type SuiteName = keyof typeof SUITE_TABLE

/** The names of all suites, in their order. */
export const SUITE_NAMES: readonly SuiteName[] = Object.keys(SUITE_TABLE).filter(isSuiteName)

/** Whether a suite is built in under this name, which is also that of a kind of trials. */
export function isSuiteName(name: string): name is SuiteName {
  return Object.hasOwn(SUITE_TABLE, name)
}

/** Names for several suites at once. */
export const SUITE_SETS: Readonly<Record<string, readonly SuiteName[]>> = {
  core: [
    'contract',
    'determinism',
    'rollout',
    'fidelity',
    'counterfactual',
    'score-ranking',
    'planning-regret',
    'closed-loop',
  ],
  physics: ['rollout', 'fidelity', 'counterfactual', 'invariants'],
  planning: ['planning-regret', 'closed-loop'],
  generation: ['media'],
  transfer: ['media'],
}

/** Whether a name of a suite is that of a file: then it ends like one. */
export function isSuiteFile(name: string): boolean {
  return /\.(json|toml|ya?ml)$/.test(name)
}

/** The suites that names and sets mean, each once, in the order of the catalogue. Throws `suite_unknown` with the nearest names. */
export function resolveSuiteNames(names: readonly string[]): SuiteName[] {
  const wanted = new Set<string>(names.flatMap((name) => resolveName(name)))
  return SUITE_NAMES.filter((name) => wanted.has(name))
}

function resolveName(name: string): readonly SuiteName[] {
  if (isSuiteName(name)) return [name]
  const set = Object.entries(SUITE_SETS).find(([key]) => key === name)
  if (set) return set[1]
  const known = [...SUITE_NAMES, ...Object.keys(SUITE_SETS)]
  throw new AssayError('suite_unknown', 'there is no such suite', {
    hint: nearestHint(name, known),
    detail: {known},
    given: name,
  })
}

/** A suite as documents show it. */
export function suiteDocument(suite: Suite): EvalSuite {
  return {
    name: suite.name,
    version: suite.version,
    level: suite.level,
    question: suite.question,
    ground_truth: suite.groundTruth,
    claim: withBoundary(suite.level, suite.claim),
  }
}
