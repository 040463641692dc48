import {stateCells} from '../../kit/make-state-cells.ts'
import type {StateWay} from '../../kit/make-state-plans.ts'
import {remembering} from '../../kit/state-trial.ts'
import {makeRankingTest} from './measure-ranking.ts'
import {isOfScores} from './ranking-sets.ts'

export const scoreRankingWay: StateWay = {
  starts: 'all',
  plans: false,
  takesScores: true,
  fits: (set, {forecast, scoresIn}) => (isOfScores(set) ? scoresIn : forecast) !== undefined,
  measure: () => remembering(makeRankingTest()),
}

export const scoreRankingCells = stateCells(scoreRankingWay)
