import {CASE_TRIALS, type Suite} from '../suite.ts'
import {FAILED_CASES} from './failed-cases.ts'

export const contract: Suite = {
  name: 'contract',
  kind: 'contract',
  version: 2,
  level: 'L0',
  question: 'Does the adapter obey its contract?',
  groundTruth: 'property cases with a known right answer',
  claim: 'the adapter obeys its contract',
  trials: CASE_TRIALS,
  cells: 'provider',
  metrics: [FAILED_CASES],
}
