import type {EvalEpisode} from '#contract/generated/types'
import {aurocOf} from '#stats/auroc'
import {WITH_SOLIDS} from '#world/environments'
import type {SuiteEntry} from '../../kit/suite-entry.ts'
import {measureMean, named, ofEpisodes} from '../../metric/estimate.ts'
import {type Metric, NO_LIMIT, STATE_TRIALS} from '../../model/suite.ts'

/** What happens, in any colours. */
const COMMON = ['possible', 'recoloured']
const LEAST: Metric['gates'] = [{stat: 'ci_low', op: 'gte', value: 0.8}]

export const surprise: SuiteEntry = {
  name: 'surprise',
  kind: 'surprise',
  version: 2,
  level: 'L3',
  question: 'Does it notice the impossible?',
  groundTruth:
    'what the exact rules do, beside things that jump, come back as if they had not moved, or pass through what is solid; and the same scene in other colours',
  claim: 'what cannot happen is further from its forecasts than what does, and colours move them no further',
  asks: ['predict'],
  trials: STATE_TRIALS,
  cells: 'environment',
  load: () => import('./make-surprise-cells.ts').then(({surpriseCells}) => surpriseCells),
  metrics: [
    {...told('surprise_auroc', ['impossible'], COMMON), gates: LEAST},
    {...told('pass_through_auroc', ['pass-through'], COMMON), gates: LEAST, environments: WITH_SOLIDS},
    told('teleport_auroc', ['teleport'], COMMON),
    told('vanish_auroc', ['vanish'], COMMON),
    {
      ...told('recolour_auroc', ['recoloured'], ['possible']),
      direction: 'nearer',
      target: 0.5,
      gates: [{stat: 'ci_high', op: 'lte', value: 0.65}],
    },
    {
      name: 'recolour_shift',
      min: 0,
      max: NO_LIMIT,
      exact: false,
      direction: 'lower',
      unit: 'sigma',
      gates: [],
      measure: measureMean(named('shift')),
    },
  ],
}

/** How well surprise at the one tells it from the other, over the trials that show the one. */
function told(name: string, high: readonly string[], low: readonly string[]): Metric {
  const valuesOf = ({values}: EvalEpisode, names: readonly string[]) => names.flatMap((one) => values?.[one] ?? [])
  return {
    name,
    min: 0,
    max: 1,
    exact: false,
    direction: 'higher',
    unit: 'ratio',
    gates: [],
    measure: ofEpisodes(
      (episode) => valuesOf(episode, high).length > 0,
      (episodes) => aurocOf(episodes.map((episode) => ({high: valuesOf(episode, high), low: valuesOf(episode, low)}))),
      'no value',
    ),
  }
}
