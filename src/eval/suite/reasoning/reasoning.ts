import type {SuiteEntry} from '../../kit/suite-entry.ts'
import {measureMean, measureShare, named} from '../../metric/estimate.ts'
import {type Metric, STATE_TRIALS} from '../../model/suite.ts'
import {QUESTIONS} from './questions.ts'

export const reasoning: SuiteEntry = {
  name: 'reasoning',
  kind: 'reasoning',
  version: 1,
  level: 'L1',
  question: 'Are answers about a scene grounded in it?',
  groundTruth: 'scenes built around each question, with near misses and with questions about what is not there',
  claim: 'counts, relations and what is nearest are answered from the scene, with the right evidence',
  asks: ['reason'],
  expected: 'the right answer, from the scene',
  trials: STATE_TRIALS,
  cells: 'provider',
  isPlaceless: true,
  control: 'observer',
  sets: QUESTIONS,
  load: () => import('./make-question-cells.ts').then(({makeQuestionCells}) => makeQuestionCells),
  metrics: [
    {...share('exact_match'), measure: measureShare(({success}) => success)},
    {...share('id_precision'), measure: measureMean(named('id_precision'))},
    {...share('id_recall'), measure: measureMean(named('id_recall'))},
  ],
}

function share(name: string): Omit<Metric, 'measure'> {
  return {
    name,
    min: 0,
    max: 1,
    exact: false,
    direction: 'higher',
    unit: 'ratio',
    gates: [{stat: 'ci_low', op: 'gte', value: 0.8}],
  }
}
