import type {Fields, ScoreRequest} from '#provider/model/provider'
import {scoreInfo} from '#provider/operation/score-rules'
import type {Environment} from '#world/model/environment'
import type {Situation} from '#world/model/situation'
import type {Candidates} from '#world/planner/search'
import {Tensor} from '#world/tensor/tensor'
import type {Subject} from '../model/subject.ts'

/** What a provider is asked of candidates in a situation, shown as the caller's translator says. */
export function scoreQuestion(
  subject: Pick<Subject, 'shown'>,
  environment: Environment,
  now: Situation,
  candidates: Candidates,
): ScoreRequest {
  return {
    info: shownInfo(subject, environment, now, candidates.samples),
    action_candidates: rows(subject, environment, candidates),
  }
}

function shownInfo(
  {shown}: Pick<Subject, 'shown'>,
  environment: Environment,
  now: Situation,
  candidates: number,
): Fields {
  return shown?.observe?.({environment, now, candidates}) ?? scoreInfo(environment, now)
}

function rows({shown}: Pick<Subject, 'shown'>, {block}: Environment, candidates: Candidates): Tensor {
  const {samples, horizon, actionSize, values} = candidates
  if (shown?.candidates) return shown.candidates({values, samples, horizon, actionSize, block})
  return Tensor.over([1, samples, horizon, actionSize], values.slice())
}
