import {stateCells} from '../../kit/make-state-cells.ts'
import type {StateWay} from '../../kit/make-state-plans.ts'
import {remembering} from '../../kit/state-trial.ts'
import {rolloutTest} from './measure-rollout.ts'

export const rolloutWay: StateWay = {
  starts: 'all',
  plans: false,
  takesScores: false,
  measure: () => remembering(rolloutTest),
}

export const rolloutCells = stateCells(rolloutWay)
