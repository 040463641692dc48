import type {SuiteEntry} from '../../kit/suite-entry.ts'
import {NO_LIMIT, STATE_TRIALS} from '../../model/suite.ts'
import {probeFit, spreadOfEmbeddings} from './latent-measures.ts'

export const latent: SuiteEntry = {
  name: 'latent',
  kind: 'latent',
  version: 2,
  level: 'L1',
  question: 'Does the embedding of a frame hold the state that it shows?',
  groundTruth: 'the states of exact environments whose frames are embedded',
  claim: 'places and angles that a frame shows can be read from its embedding by linear weights',
  asks: ['embed'],
  expected: 'an embedding of the frame',
  trials: STATE_TRIALS,
  cells: 'environment',
  control: 'observer',
  needs: {reason: 'no_view', isIn: ({view}) => view?.readout !== undefined},
  load: () => import('./make-latent-cells.ts').then(({makeLatentCells}) => makeLatentCells),
  metrics: [
    {
      name: 'probe_r2',
      min: Number.NEGATIVE_INFINITY,
      max: 1,
      exact: false,
      direction: 'higher',
      unit: 'ratio',
      gates: [{stat: 'ci_low', op: 'gte', value: 0.8}],
      measure: probeFit,
    },
    {
      name: 'effective_rank',
      min: 1,
      max: NO_LIMIT,
      exact: false,
      direction: 'higher',
      unit: 'directions',
      gates: [],
      measure: spreadOfEmbeddings,
    },
  ],
}
