import type {SuiteEntry} from '../../kit/suite-entry.ts'
import {FAILED_CASES} from '../../metric/failed-cases.ts'
import {CASE_TRIALS} from '../../model/suite.ts'

export const contract: SuiteEntry = {
  name: 'contract',
  kind: 'contract',
  version: 15,
  level: 'L0',
  question: 'Does the adapter obey its contract?',
  groundTruth:
    'property cases with a known right answer, asked alone, beside many, in every order and after many others, and with something else in the question',
  claim: 'the adapter obeys its contract',
  asks: ['predict', 'score', 'policy', 'embed', 'reason', 'generate', 'transfer'],
  trials: CASE_TRIALS,
  cells: 'provider',
  load: () => import('./make-contract-cell.ts').then(({makeContractCells}) => makeContractCells),
  metrics: [FAILED_CASES],
}
