import {type Metric, NO_LIMIT} from '../model/suite.ts'
import {countedWhere, wasAnswered} from './estimate.ts'

/** Cases that were answered and did not come out right; one is too many. */
export const FAILED_CASES: Metric = {
  name: 'failures',
  min: 0,
  max: NO_LIMIT,
  exact: true,
  direction: 'lower',
  unit: 'cases',
  gates: [{stat: 'estimate', op: 'eq', value: 0}],
  measure: countedWhere(wasAnswered, ({success}) => (success ? 0 : 1)),
}
