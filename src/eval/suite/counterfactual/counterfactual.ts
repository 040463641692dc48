import type {SuiteEntry} from '../../kit/suite-entry.ts'
import {measureMean, named, noting, ofMeans} from '../../metric/estimate.ts'
import {STATE_TRIALS} from '../../model/suite.ts'

export const counterfactual: SuiteEntry = {
  name: 'counterfactual',
  kind: 'counterfactual',
  version: 2,
  level: 'L4',
  question: 'Does it react to the action?',
  groundTruth: 'the exact environment from the same state under two sequences of actions',
  claim: 'predictions react to the action as the true dynamics do',
  asks: ['predict'],
  trials: STATE_TRIALS,
  cells: 'environment',
  load: () => import('./make-counterfactual-cells.ts').then(({counterfactualCells}) => counterfactualCells),
  metrics: [
    {
      name: 'cf_cosine',
      min: -1,
      max: 1,
      exact: false,
      direction: 'higher',
      unit: 'cosine',
      gates: [{stat: 'ci_low', op: 'gte', value: 0.8}],
      measure: noting(measureMean(named('cosine')), 'no_difference', ({reason}) => reason === 'no_difference'),
    },
    {
      name: 'cf_gain',
      min: Number.NEGATIVE_INFINITY,
      max: Number.POSITIVE_INFINITY,
      exact: false,
      direction: 'nearer',
      target: 1,
      unit: 'ratio',
      gates: [
        {stat: 'ci_low', op: 'gte', value: 0.5},
        {stat: 'ci_high', op: 'lte', value: 1.5},
      ],
      measure: ofMeans((value) => [value('product'), value('square')], gain, 'no_difference'),
    },
  ],
}

/** 1 reacts as strongly as the world, 0 not at all, -1 the wrong way round. */
function gain({0: product = 0, 1: square = 0}: ArrayLike<number>): number {
  return square > 0 ? product / square : Number.NaN
}
