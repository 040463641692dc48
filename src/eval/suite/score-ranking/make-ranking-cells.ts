import type {Environment} from '#world/model/environment'
import {hasGoals} from '../../kit/goals.ts'
import {stateCells} from '../../kit/make-state-cells.ts'
import type {StateWay} from '../../kit/make-state-plans.ts'
import {remembering} from '../../kit/state-trial.ts'
import type {WorldModel} from '../../kit/world-model.ts'
import {makeRankingTest} from './measure-ranking.ts'
import {isOfAnyPlan, isOfFarGoals, isOfScores} from './ranking-sets.ts'

export const scoreRankingWay: StateWay = {
  starts: 'all',
  plans: false,
  takesScores: true,
  fits: isAskable,
  measure: () => remembering(makeRankingTest()),
}

export const scoreRankingCells = stateCells(scoreRankingWay)

function isAskable(set: string, {forecast, scoresIn, heldScoresIn}: WorldModel, environment: Environment): boolean {
  if (!isOfScores(set)) return forecast !== undefined
  if (isOfFarGoals(set) && !hasGoals(environment)) return false
  return (isOfAnyPlan(set) ? heldScoresIn : scoresIn) !== undefined
}
