import {stateCells} from '../../kit/make-state-cells.ts'
import type {StateWay} from '../../kit/make-state-plans.ts'
import {remembering} from '../../kit/state-trial.ts'
import {regretTest} from './measure-regret.ts'

export const regretWay: StateWay = {
  starts: 'first',
  plans: true,
  takesScores: true,
  measure: () => remembering(regretTest),
}

export const regretCells = stateCells(regretWay)
