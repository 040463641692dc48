import type {EvalEpisode} from '#contract/generated/types'
import {ORDERS, PLACES} from '../../kit/places.ts'
import type {SuiteEntry} from '../../kit/suite-entry.ts'
import {countedWhere, measureShareWhere, named, ofMeans} from '../../metric/estimate.ts'
import {NO_LIMIT, STATE_TRIALS} from '../../model/suite.ts'

const wrongSteps = named('wrong')
/** A trial in error has no step that ended anywhere. */
const isAnswered = (episode: EvalEpisode) => typeof wrongSteps(episode) === 'number'
const misordered = named('misordered')
const isOrdered = (episode: EvalEpisode) => typeof misordered(episode) === 'number'
const turnedOrders = named('turned')
const isScored = (episode: EvalEpisode) => typeof turnedOrders(episode) === 'number'

export const fidelity: SuiteEntry = {
  name: 'fidelity',
  kind: 'fidelity',
  version: 19,
  level: 'L2',
  question:
    'Is every step right, also far out, in contact, fast, at the limits of commands and far into a plan, and do scores order plans as such steps do, also far out?',
  groundTruth:
    'one step of the exact environment from states that are chosen where models go wrong, and from where each step of a long way ended; of scores the order of candidates that a search has when it is nearly done, from usual states and far out, for goals anywhere and at the sides of where goals lie, and where the task is done',
  claim:
    'each step that was asked for ends where the exact rules end it, to a hundredth of what a usual step moves; plans whose scores were asked for are ordered as such steps order them',
  asks: ['predict', 'score'],
  expected: 'the step, or the order of plans, that the exact rules make',
  trials: STATE_TRIALS,
  cells: 'environment',
  sets: [...PLACES, ...ORDERS],
  load: () => import('./make-fidelity-cells.ts').then(({makeFidelityCells}) => makeFidelityCells),
  metrics: [
    {
      name: 'wrong_steps',
      min: 0,
      max: NO_LIMIT,
      exact: true,
      direction: 'lower',
      unit: 'steps',
      sets: PLACES,
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
      sets: PLACES,
      gates: [],
      measure: ofMeans(
        (value) => [value('error'), value('moved')],
        ({0: error = 0, 1: moved = 0}) => (moved > 0 ? Math.sqrt(error / moved) : Number.NaN),
        'no_motion',
      ),
    },
    {
      name: 'misordered',
      min: 0,
      max: 1,
      exact: false,
      direction: 'lower',
      unit: 'ratio',
      sets: ORDERS,
      gates: [{stat: 'ci_high', op: 'lte', value: 0.15}],
      measure: measureShareWhere(isOrdered, (episode) => misordered(episode) === 1),
    },
    {
      name: 'turned_scores',
      min: 0,
      max: NO_LIMIT,
      exact: true,
      direction: 'lower',
      unit: 'count',
      sets: ORDERS,
      gates: [{stat: 'estimate', op: 'eq', value: 0}],
      measure: countedWhere(isScored, (episode) => turnedOrders(episode) ?? 0),
    },
  ],
}
