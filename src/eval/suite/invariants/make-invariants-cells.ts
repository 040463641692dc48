import {stateCells} from '../../kit/make-state-cells.ts'
import type {StateWay} from '../../kit/make-state-plans.ts'
import {remembering} from '../../kit/state-trial.ts'
import {invariantsTest} from './measure-invariants.ts'

export const invariantsWay: StateWay = {
  starts: 'all',
  plans: false,
  takesScores: false,
  measure: () => remembering(invariantsTest),
}

export const invariantsCells = stateCells(invariantsWay)
