import {shareOf} from '../result/estimate.ts'
import {STATE_TRIALS, type Suite} from '../suite.ts'

export const invariants: Suite = {
  name: 'invariants',
  kind: 'invariants',
  version: 1,
  level: 'L3',
  question: 'Are laws and symmetries kept?',
  groundTruth: 'what holds in each environment whatever the task: mirror images, rest, untouched things, walls',
  claim: 'mirror images agree, rest stays rest, what nobody touches stays, and walls stand',
  trials: STATE_TRIALS,
  cells: 'environment',
  metrics: [
    {
      name: 'violation_rate',
      min: 0,
      max: 1,
      exact: false,
      direction: 'lower',
      unit: 'ratio',
      gates: [{stat: 'ci_high', op: 'lte', value: 0.05}],
      measure: shareOf(({success}) => !success),
    },
  ],
}
