import {stateCells} from '../../kit/make-state-cells.ts'
import type {StateWay} from '../../kit/make-state-plans.ts'
import {remembering} from '../../kit/state-trial.ts'
import {rankingTest} from './measure-ranking.ts'

export const scoreRankingWay: StateWay = {
  starts: 'all',
  plans: false,
  takesScores: true,
  measure: () => remembering(rankingTest),
}

export const scoreRankingCells = stateCells(scoreRankingWay)
