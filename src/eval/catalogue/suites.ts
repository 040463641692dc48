import type {EvalSuite} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {nearestHint} from '#error/nearest'
import {meta} from '../examine/meta.ts'
import type {SuiteEntry} from '../kit/suite-entry.ts'
import {withBoundary} from '../model/claims.ts'
import type {EvalSide} from '../model/eval-side.ts'
import type {Suite} from '../model/suite.ts'
import {calibration} from '../suite/calibration/calibration.ts'
import {closedLoop} from '../suite/closed-loop/closed-loop.ts'
import {contract} from '../suite/contract/contract.ts'
import {counterfactual} from '../suite/counterfactual/counterfactual.ts'
import {determinism} from '../suite/determinism/determinism.ts'
import {fixtures} from '../suite/fixtures/fixtures.ts'
import {invariants} from '../suite/invariants/invariants.ts'
import {latent} from '../suite/latent/latent.ts'
import {media} from '../suite/media/media.ts'
import {planningRegret} from '../suite/planning-regret/planning-regret.ts'
import {policy} from '../suite/policy/policy.ts'
import {policyRanking} from '../suite/policy-ranking/policy-ranking.ts'
import {realtime} from '../suite/realtime/realtime.ts'
import {reasoning} from '../suite/reasoning/reasoning.ts'
import {robustness} from '../suite/robustness/robustness.ts'
import {rollout} from '../suite/rollout/rollout.ts'
import {scoreRanking} from '../suite/score-ranking/score-ranking.ts'
import {surprise} from '../suite/surprise/surprise.ts'

/** Every suite, in the order in which they run and are told. */
export const SUITES = {
  contract,
  determinism,
  fixtures,
  rollout,
  counterfactual,
  'score-ranking': scoreRanking,
  'planning-regret': planningRegret,
  'closed-loop': closedLoop,
  robustness,
  realtime,
  policy,
  'policy-ranking': policyRanking,
  calibration,
  invariants,
  surprise,
  reasoning,
  media,
  latent,
  meta,
} as const satisfies Readonly<Record<string, SuiteEntry>>

export type SuiteName = keyof typeof SUITES

/** The suite that a kind of trials is called by. */
export function suiteOfKind(kind: string): SuiteEntry {
  const entry = Object.values<SuiteEntry>(SUITES).find(({name}) => name === kind)
  if (entry === undefined) throw new Error(`there is no suite ${kind}`)
  return entry
}

/** Names for several suites at once. */
export const SUITE_SETS: Readonly<Record<string, readonly SuiteName[]>> = {
  core: ['contract', 'determinism', 'rollout', 'counterfactual', 'score-ranking', 'planning-regret', 'closed-loop'],
  physics: ['rollout', 'counterfactual', 'invariants'],
  planning: ['planning-regret', 'closed-loop'],
  generation: ['media'],
  transfer: ['media'],
}

/** Whether a name of a suite is that of a file: then it ends like one. */
export function isSuiteFile(name: string): boolean {
  return /\.(json|toml|ya?ml)$/.test(name)
}

/** The suites of names and sets, each once, in the order of the catalogue. Throws `suite_unknown` with the nearest names. */
export function suitesNamed(names: readonly string[]): Suite[] {
  const wanted = new Set<string>(names.flatMap((name) => resolveName(name)))
  return Object.values(SUITES).filter((suite) => wanted.has(suite.name))
}

function resolveName(name: string): readonly string[] {
  const suite = Object.values(SUITES).find((known) => known.name === name)
  if (suite) return [suite.name]
  const set = Object.entries(SUITE_SETS).find(([key]) => key === name)
  if (set) return set[1]
  const known = [...Object.keys(SUITES), ...Object.keys(SUITE_SETS)]
  throw new AssayError('suite_unknown', 'there is no such suite', {
    hint: nearestHint(name, known),
    detail: {known},
    given: name,
  })
}

/** The suites that a recorded side may have rows of. */
export function suitesBehind({suites = []}: Pick<EvalSide, 'suites'>): Suite[] {
  return [...Object.values(SUITES), ...suites]
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
