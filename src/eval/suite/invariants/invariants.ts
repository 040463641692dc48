import type {SuiteEntry} from '../../kit/suite-entry.ts'
import {measureShare} from '../../metric/estimate.ts'
import {STATE_TRIALS} from '../../model/suite.ts'

export const invariants: SuiteEntry = {
  name: 'invariants',
  kind: 'invariants',
  version: 2,
  level: 'L3',
  question: 'Are laws and symmetries kept?',
  groundTruth:
    'what holds in each environment whatever the task: mirror images, rest, untouched things, walls; for discs on a table energy, momentum and inertia',
  claim:
    'mirror images agree, rest stays rest, what nobody touches stays, walls stand, and discs keep energy and momentum',
  asks: ['predict'],
  expected: 'every law holds',
  trials: STATE_TRIALS,
  cells: 'environment',
  also: ['billiard'],
  needs: {reason: 'no_laws', isIn: ({laws}) => laws !== undefined},
  load: () => import('./make-invariants-cells.ts').then(({invariantsCells}) => invariantsCells),
  metrics: [
    {
      name: 'violation_rate',
      min: 0,
      max: 1,
      exact: false,
      direction: 'lower',
      unit: 'ratio',
      gates: [{stat: 'ci_high', op: 'lte', value: 0.05}],
      measure: measureShare(({success}) => !success),
    },
  ],
}
