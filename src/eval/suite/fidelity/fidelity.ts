import type {EvalEpisode} from '#contract/generated/types'
import {PLACES} from '../../kit/places.ts'
import type {SuiteEntry} from '../../kit/suite-entry.ts'
import {countedWhere, named, ofMeans} from '../../metric/estimate.ts'
import {NO_LIMIT, STATE_TRIALS} from '../../model/suite.ts'

const wrongSteps = named('wrong')
/** A trial in error has no step that ended anywhere. */
const isAnswered = (episode: EvalEpisode) => typeof wrongSteps(episode) === 'number'

export const fidelity: SuiteEntry = {
  name: 'fidelity',
  kind: 'fidelity',
  version: 8,
  level: 'L2',
  question: 'Is every step right, also far out, in contact, fast, at the limits of commands and far into a plan?',
  groundTruth:
    'one step of the exact environment from states that are chosen where models go wrong, and from where each step of a long way ended',
  claim: 'each step ends where the exact rules end it, to a hundredth of what a usual step moves',
  asks: ['predict'],
  expected: 'the step that the exact rules make',
  trials: STATE_TRIALS,
  cells: 'environment',
  sets: PLACES,
  load: () => import('./make-fidelity-cells.ts').then(({makeFidelityCells}) => makeFidelityCells),
  metrics: [
    {
      name: 'wrong_steps',
      min: 0,
      max: NO_LIMIT,
      exact: true,
      direction: 'lower',
      unit: 'steps',
      gates: [{stat: 'estimate', op: 'eq', value: 0}],
      measure: countedWhere(isAnswered, (episode) => wrongSteps(episode) ?? 0),
    },
    {
      name: 'step_error',
      min: 0,
      max: NO_LIMIT,
      exact: false,
      direction: 'lower',
      unit: 'ratio',
      gates: [],
      measure: ofMeans(
        (value) => [value('error'), value('moved')],
        ({0: error = 0, 1: moved = 0}) => (moved > 0 ? Math.sqrt(error / moved) : Number.NaN),
        'no_motion',
      ),
    },
  ],
}
