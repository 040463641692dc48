import {episodeLabel, seedStream} from '#random/stream'
import {Action} from '#world/model/action'
import {holdActions, rollOut} from '#world/model/rollout'
import {decodeState, encodeState} from '#world/model/scene'
import {claimedProbability, demandClaim} from '../../kit/claimed.ts'
import {VALID_ERROR} from '../../kit/horizons.ts'
import {randomEntries, startOfEpisode} from '../../kit/make-actions.ts'
import {rootMeanSquare, scaledDifference} from '../../kit/state-error.ts'
import type {StateOutcome, TrialPlace} from '../../kit/state-trial.ts'
import type {Subject} from '../../model/subject.ts'

/** Predictions of one trial, and environment steps ahead of each, under one action held. */
const QUESTIONS = 4
const AHEAD = 8
export const CONFIDENCE_STEPS = QUESTIONS * AHEAD

/** A few predictions with their stated confidence, and whether each is right: no further off than a prediction may be to be of use. */
export async function measureConfidence(
  subject: Subject,
  {environment, key}: TrialPlace,
  signal: AbortSignal,
): Promise<StateOutcome> {
  const {actionSize, stateSize} = environment
  const now = startOfEpisode(environment, key)
  const world_state = encodeState(environment, now)
  const drawn = randomEntries(environment, seedStream(episodeLabel(key, 'actions')), QUESTIONS)
  const actions = holdActions(drawn, actionSize, AHEAD)
  const truth = rollOut(environment, {states: now.state, actions, samples: QUESTIONS, steps: AHEAD})
  const values: Record<string, number> = {}
  for (let question = 0; question < QUESTIONS; question++) {
    const action = Action.control(Array.from(drawn.subarray(question * actionSize, (question + 1) * actionSize)))
    const {state, claims} = await subject.predictClaiming({world_state, action, steps: AHEAD}, signal)
    const seen = {states: decodeState(environment, state, 'provider').state, at: 0}
    const real = {states: truth, at: ((question + 1) * AHEAD - 1) * stateSize}
    const isRight = rootMeanSquare(scaledDifference(environment, seen, real)) <= VALID_ERROR
    values[`stated.${question}`] = demandClaim(claimedProbability(claims, 'confidence'), 'confidence')
    values[`came.${question}`] = isRight ? 1 : 0
  }
  return {values, modelEvals: CONFIDENCE_STEPS}
}
