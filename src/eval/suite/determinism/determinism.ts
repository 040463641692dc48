import type {SuiteEntry} from '../../kit/suite-entry.ts'
import {countedWhere, wasAnswered} from '../../metric/estimate.ts'
import {NO_LIMIT, STATE_TRIALS} from '../../model/suite.ts'

export const determinism: SuiteEntry = {
  name: 'determinism',
  kind: 'determinism',
  version: 7,
  level: 'ops',
  question:
    'Does it give the same answer again, in another order, at the same time, after many others, and after a new start?',
  groundTruth: 'its own first answer to the same question',
  claim: 'equal questions get equal answers',
  asks: ['predict', 'score'],
  expected: 'the same answer again',
  trials: STATE_TRIALS,
  cells: 'environment',
  load: () => import('./make-determinism-cells.ts').then(({makeDeterminismCells}) => makeDeterminismCells),
  metrics: [
    {
      name: 'differences',
      min: 0,
      max: NO_LIMIT,
      exact: true,
      direction: 'lower',
      unit: 'questions',
      gates: [{stat: 'estimate', op: 'eq', value: 0}],
      measure: countedWhere(wasAnswered, ({success}) => (success ? 0 : 1)),
    },
  ],
}
