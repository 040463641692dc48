import type {EvalSuite} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {nearestNames} from '#error/nearest'
import type {MetricRange, Requirement} from '#gate/rule'
import {claimOf, type Level} from './claims.ts'

export const SIZES = ['smoke', 'quick', 'standard', 'full'] as const
export type Size = (typeof SIZES)[number]

export type SuiteName = 'contract' | 'closed-loop'

/** A number of a suite's rows. A `gate` is the requirement of the default gate; without one the number is only reported. */
export interface Metric extends MetricRange {
  readonly direction: 'higher' | 'lower'
  readonly unit: string
  readonly gate?: Requirement
}

/** What a suite asks, what decides, and what may be claimed afterwards. A change of any of it is a new version. */
export interface Suite {
  readonly name: SuiteName
  readonly version: number
  readonly level: Level
  readonly question: string
  readonly groundTruth: string
  readonly claim: string
  /** Trials of each size; for episodes a cell, for cases a provider. */
  readonly trials: Readonly<Record<Size, number>>
  readonly metrics: readonly Metric[]
}

const NO_LIMIT = Number.POSITIVE_INFINITY

export const SUITES: Readonly<Record<SuiteName, Suite>> = {
  contract: {
    name: 'contract',
    version: 1,
    level: 'L0',
    question: 'Does the adapter obey its contract?',
    groundTruth: 'property cases with a known right answer',
    claim: 'the adapter obeys its contract',
    trials: {smoke: 100, quick: 100, standard: 400, full: 1600},
    metrics: [
      {
        name: 'failures',
        min: 0,
        max: NO_LIMIT,
        exact: true,
        direction: 'lower',
        unit: 'cases',
        gate: {stat: 'estimate', op: 'eq', value: 0},
      },
    ],
  },
  'closed-loop': {
    name: 'closed-loop',
    version: 1,
    level: 'L6',
    question: 'Does planning with it finish the task?',
    groundTruth: 'the exact environment executes every plan under a fixed budget',
    claim: 'planning with this model finishes the tasks',
    trials: {smoke: 8, quick: 20, standard: 100, full: 400},
    metrics: [
      {
        name: 'success_rate',
        min: 0,
        max: 1,
        exact: false,
        direction: 'higher',
        unit: 'ratio',
        gate: {stat: 'ci_low', op: 'gte', value: 0.8},
      },
      {name: 'spl', min: 0, max: 1, exact: false, direction: 'higher', unit: 'ratio'},
      {name: 'steps_ratio', min: 0, max: NO_LIMIT, exact: false, direction: 'lower', unit: 'ratio'},
      {name: 'violations', min: 0, max: NO_LIMIT, exact: true, direction: 'lower', unit: 'commands'},
    ],
  },
}

/** Names for several suites at once. */
export const SUITE_SETS: Readonly<Record<string, readonly SuiteName[]>> = {
  core: ['contract', 'closed-loop'],
  planning: ['closed-loop'],
}

/** The suites of names and sets, each once, in the order of the catalogue. Throws `suite_unknown` with the nearest names. */
export function suitesOf(names: readonly string[]): Suite[] {
  const wanted = new Set(names.flatMap((name) => resolveName(name)))
  return Object.values(SUITES).filter((suite) => wanted.has(suite.name))
}

function resolveName(name: string): readonly SuiteName[] {
  const suite = Object.values(SUITES).find((known) => known.name === name)
  if (suite) return [suite.name]
  const set = Object.entries(SUITE_SETS).find(([key]) => key === name)
  if (set) return set[1]
  const known = [...Object.keys(SUITES), ...Object.keys(SUITE_SETS)]
  const near = nearestNames(name, known)
  throw new AssayError('suite_unknown', 'there is no such suite', {
    hint: near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `Use one of: ${known.join(', ')}.`,
    detail: {known},
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
    claim: claimOf(suite.level, suite.claim),
  }
}
