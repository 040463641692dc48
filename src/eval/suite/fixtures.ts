import type {Suite} from '../suite.ts'
import {FAILED_CASES} from './failed-cases.ts'

/** The kind; its cases come from the caller's file. */
export const fixtures: Suite = {
  name: 'fixtures',
  kind: 'fixtures',
  version: 1,
  level: 'L0',
  question: 'Does it reproduce the cases of your file?',
  groundTruth: 'the answers that the file states',
  claim: 'the stated cases are reproduced',
  trials: {smoke: 1, quick: 1, standard: 1, full: 1},
  cells: 'provider',
  isPlaceless: true,
  metrics: [FAILED_CASES],
}
