import {stateCells} from '../../kit/make-state-cells.ts'
import type {StateWay} from '../../kit/make-state-plans.ts'
import {remembering} from '../../kit/state-trial.ts'
import {counterfactualTest} from './measure-counterfactual.ts'

export const counterfactualWay: StateWay = {
  starts: 'all',
  plans: false,
  takesScores: false,
  measure: () => remembering(counterfactualTest),
}

export const counterfactualCells = stateCells(counterfactualWay)
