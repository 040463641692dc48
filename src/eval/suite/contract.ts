import {counted} from '../result/estimate.ts'
import {CASE_TRIALS, NO_LIMIT, type Suite} from '../suite.ts'

export const contract: Suite = {
  name: 'contract',
  kind: 'contract',
  version: 1,
  level: 'L0',
  question: 'Does the adapter obey its contract?',
  groundTruth: 'property cases with a known right answer',
  claim: 'the adapter obeys its contract',
  trials: CASE_TRIALS,
  cells: 'provider',
  metrics: [
    {
      name: 'failures',
      min: 0,
      max: NO_LIMIT,
      exact: true,
      direction: 'lower',
      unit: 'cases',
      gates: [{stat: 'estimate', op: 'eq', value: 0}],
      measure: counted(({success}) => (success ? 0 : 1)),
    },
  ],
}
