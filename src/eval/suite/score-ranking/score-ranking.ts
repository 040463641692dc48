import type {SuiteEntry} from '../../kit/suite-entry.ts'
import {counted, measureMean, named, noting} from '../../metric/estimate.ts'
import {type Metric, NO_LIMIT, STATE_TRIALS} from '../../model/suite.ts'
import {ASKED_OTHERWISE, NEVER_TURNED, RANKING_SETS} from './ranking-sets.ts'

/** A rank correlation that says the contrary. */
const TURNED = -0.5

export const scoreRanking: SuiteEntry = {
  name: 'score-ranking',
  kind: 'score-ranking',
  version: 8,
  level: 'L5',
  question: 'Does it order candidates rightly where planners look?',
  groundTruth:
    'the true cost where each of 64 candidates ends, or of its whole way for scores: random ones, those a planner looks at last, such from close to the goal, from where something stops or stands in the way; of scores also such that part late, towards the farthest goals, after questions that are almost the same, with commands beyond the limits, plans of other lengths and holds, such as a search that is nearly done has left, and those of a search close to the end of tasks with the farthest goals',
  claim: 'candidates are ordered as their true outcomes order them',
  asks: ['score'],
  trials: STATE_TRIALS,
  cells: 'environment',
  sets: RANKING_SETS,
  load: () => import('./make-ranking-cells.ts').then(({scoreRankingCells}) => scoreRankingCells),
  metrics: [
    {...ranked('rank_rho', 'rho', [-1, 1]), gates: [{stat: 'ci_low', op: 'gte', value: 0.7}]},
    ranked('kendall_tau_b', 'tau', [-1, 1]),
    ranked('elite_recall', 'recall', [0, 1]),
    {...ranked('top1_regret', 'regret', [0, NO_LIMIT]), direction: 'lower'},
    {
      name: 'turned_orders',
      min: 0,
      max: NO_LIMIT,
      exact: true,
      direction: 'lower',
      unit: 'count',
      sets: NEVER_TURNED,
      gates: [{stat: 'estimate', op: 'eq', value: 0}],
      measure: counted((episode) => ((named('rho')(episode) ?? 0) <= TURNED ? 1 : 0)),
    },
    {
      ...ranked('order_loss', 'loss', [-2, 2]),
      direction: 'nearer',
      target: 0,
      sets: ASKED_OTHERWISE,
      gates: [{stat: 'ci_high', op: 'lte', value: 0.1}],
    },
  ],
}

function ranked(name: string, value: string, [min, max]: readonly [number, number]): Metric {
  const measure = noting(measureMean(named(value)), 'constant_scores', ({reason}) => reason === 'constant_scores')
  return {name, min, max, exact: false, direction: 'higher', unit: 'ratio', gates: [], measure}
}
