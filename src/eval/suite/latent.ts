import {probeFit, spreadOfEmbeddings} from '../result/latent-measures.ts'
import {NO_LIMIT, STATE_TRIALS, type Suite} from '../suite.ts'

export const latent: Suite = {
  name: 'latent',
  kind: 'latent',
  version: 1,
  level: 'L1',
  question: 'Does the embedding of a frame hold the state that it shows?',
  groundTruth: 'the states of exact environments whose frames are embedded',
  claim: 'places and angles that a frame shows can be read from its embedding by linear weights',
  trials: STATE_TRIALS,
  cells: 'environment',
  control: 'observer',
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
