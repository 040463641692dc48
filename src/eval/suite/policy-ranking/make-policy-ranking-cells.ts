import {stateCells} from '../../kit/make-state-cells.ts'
import type {StateWay} from '../../kit/make-state-plans.ts'
import {remembering} from '../../kit/state-trial.ts'
import {policyTest} from './measure-policies.ts'

export const policyRankingWay: StateWay = {
  starts: 'first',
  plans: false,
  takesScores: false,
  measure: () => remembering(policyTest),
}

export const policyRankingCells = stateCells(policyRankingWay)
