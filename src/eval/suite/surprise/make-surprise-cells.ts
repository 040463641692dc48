import {stateCells} from '../../kit/make-state-cells.ts'
import type {StateWay} from '../../kit/make-state-plans.ts'
import {remembering} from '../../kit/state-trial.ts'
import {surpriseTest} from './measure-surprise.ts'

export const surpriseWay: StateWay = {
  starts: 'all',
  plans: false,
  takesScores: false,
  measure: () => remembering(surpriseTest),
}

export const surpriseCells = stateCells(surpriseWay)
