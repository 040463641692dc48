import type {EvalEpisode} from '#contract/generated/types'
import {wilson} from '#stats/share-interval'
import type {SuiteEntry} from '../kit/suite-entry.ts'
import {counted, measureShare} from '../metric/estimate.ts'
import {type Estimate, type Measure, type Metric, NO_LIMIT} from '../model/suite.ts'
import {above, FOUND, smallestFound} from './curve.ts'
import {caseName, type MetaSet} from './meta-set.ts'
import {sightingsBy, triedMutants} from './sightings.ts'

/** Wrong models that must be killed wherever they make sense; a kill rate may not hide one of them. */
export const MUST_KILL: readonly string[] = [
  'frozen',
  'action-blind',
  'sign-flip',
  'no-wall',
  'no-contact',
  'restitution-0.8',
  'restitution-1.25',
  'self-praising',
  'overconfident',
  'underconfident',
  'range-bound',
  'colour-sensitive',
  'nan',
  'wrong-shape',
  'off-by-one-count',
  'best-index-liar',
  'order-sensitive',
  'input-mutating',
  'flaky',
  'unseeded',
  'slow',
  'blind',
  'reckless',
  'digit-spammer',
  'zero-byte-media',
  'frozen-clip',
  'reversed-clip',
  'constant-embedding',
  'random-embedding',
]

export const meta: SuiteEntry = {
  name: 'meta',
  kind: 'meta',
  version: 2,
  level: 'ops',
  question: 'Can our own suites tell good models from bad ones?',
  groundTruth: 'models that are wrong on purpose and by a measured harm, and pairs of runs of one model',
  claim: 'the suites fail what is harmful, show what is visible, and leave equals alone',
  asks: ['predict', 'score'],
  trials: {smoke: 1, quick: 1, standard: 1, full: 1},
  cells: 'provider',
  also: ['billiard'],
  loadCount: () =>
    import('./meta-trials.ts').then(
      ({metaTrials}) =>
        (environments) =>
          metaTrials(environments).length,
    ),
  load: (shelf) => import('./make-meta-cell.ts').then(({loadMetaCells}) => loadMetaCells(shelf)),
  metrics: [
    {
      ...count('exact_failures', 'models'),
      measure: of('exact', counted(fault)),
    },
    {
      ...count('kill_rate', 'ratio'),
      max: 1,
      direction: 'higher',
      gates: [{stat: 'estimate', op: 'gte', value: 0.95}],
      measure: of(
        'harmful',
        measureShare(({success}) => success),
      ),
    },
    {
      ...count('survivors', 'models'),
      measure: of(
        'harmful',
        counted((episode) => (isMustKill(episode) ? fault(episode) : 0)),
      ),
    },
    {
      ...count('unseen', 'models'),
      measure: of('visible', counted(fault)),
    },
    {
      ...count('found_above_0.05', 'ratio'),
      max: 1,
      exact: false,
      direction: 'higher',
      gates: [{stat: 'estimate', op: 'gte', value: FOUND}],
      measure: foundAbove(0.05),
    },
    {
      ...count('found_above_0.02', 'ratio'),
      max: 1,
      exact: false,
      direction: 'higher',
      gates: [],
      measure: foundAbove(0.02),
    },
    {...count('least_harm_found', 'harm'), exact: false, gates: [], measure: leastFound},
    {
      ...count('false_alarm_rate', 'ratio'),
      max: 1,
      exact: false,
      gates: [{stat: 'ci_high', op: 'lte', value: 0.05}],
      measure: of(
        'twin',
        measureShare(({success}) => !success),
      ),
    },
  ],
}

function count(name: string, unit: string): Metric {
  return {
    name,
    min: 0,
    max: NO_LIMIT,
    exact: true,
    direction: 'lower',
    unit,
    gates: [{stat: 'estimate', op: 'eq', value: 0}],
    measure: counted(fault),
  }
}

/** The share failed of the mutants whose harm is at least so much. */
function foundAbove(harm: number): Measure {
  return (episodes) => {
    const sightings = above(sightingsBy(triedMutants(episodes)), harm)
    const interval = wilson(sightings.filter(({found}) => found).length, sightings.length)
    if (!interval) return {estimate: null, ci: null, n: 0, mde: null, reason: 'no mutant has such a harm'}
    const {estimate, low, high, level, method} = interval
    return {estimate, ci: {low, high, level, method}, n: sightings.length, mde: null}
  }
}

/** The least harm from which on 95 % are failed. */
function leastFound(episodes: readonly EvalEpisode[]): Estimate {
  const sightings = sightingsBy(triedMutants(episodes))
  const estimate = smallestFound(sightings) ?? null
  const reason = estimate === null && {reason: 'not even the worst are failed often enough'}
  return {estimate, ci: null, n: sightings.length, mde: null, ...reason}
}

/** The metric over the trials of one kind alone. */
function of(set: MetaSet, measure: Measure): Measure {
  return (episodes, place) =>
    measure(
      episodes.filter(({stratum}) => stratum === set),
      place,
    )
}

function fault({success}: EvalEpisode): number {
  return success ? 0 : 1
}

function isMustKill({case: tried}: EvalEpisode): boolean {
  return MUST_KILL.some((name) => caseName(name) === tried)
}
