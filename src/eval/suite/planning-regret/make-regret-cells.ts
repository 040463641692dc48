import {stateCells} from '../../kit/make-state-cells.ts'
import type {StateWay} from '../../kit/make-state-plans.ts'
import {remembering} from '../../kit/state-trial.ts'
import {makeRegretTest} from './measure-regret.ts'
import {BY_SCORES} from './regret-sets.ts'

export const regretWay: StateWay = {
  starts: 'first',
  plans: true,
  takesScores: true,
  fits: (set, {forecast, scoresIn}) => (set === BY_SCORES ? scoresIn : forecast) !== undefined,
  measure: () => remembering(makeRegretTest()),
}

export const regretCells = stateCells(regretWay)
