import type {Environment} from '#world/model/environment'
import {stateCells} from '../../kit/make-state-cells.ts'
import type {StateWay} from '../../kit/make-state-plans.ts'
import {remembering} from '../../kit/state-trial.ts'
import type {WorldModel} from '../../kit/world-model.ts'
import {hasGoals} from './edge-goal.ts'
import {makeRankingTest} from './measure-ranking.ts'
import {candidatesOf, isOfAnyPlan, isOfScores} from './ranking-sets.ts'

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
  if (candidatesOf(set) === 'edge-goal' && !hasGoals(environment)) return false
  return (isOfAnyPlan(set) ? heldScoresIn : scoresIn) !== undefined
}
