import {AssayError} from '#error/assay-error'
import type {Environment} from '#world/model/environment'
import type {Start} from '#world/model/situation'
import type {DType} from '#world/tensor/dtype'
import {Tensor, tensorOfLists} from '#world/tensor/tensor'
import type {Descriptor} from '../model/descriptor.ts'
import type {Fields, ScoreRequest} from '../model/provider.ts'
import {violation} from '../model/provider-fault.ts'
import {answerNumbers, answerObject, checkFields, rankOf, whatCame} from '../model/value-check.ts'
import type {AnswerFacts, AnswerOrigin, CheckedResult, OperationRules} from './operation-rules.ts'

/** Scores of all candidates; `best_index` is ours, recomputed: the lowest or highest score, the first on ties. */
export interface ActionScoreResult extends AnswerOrigin {
  readonly scores: readonly number[]
  readonly best_index: number
  readonly best_score: number
  readonly lower_is_better: boolean
}

/** Candidates may also come as bare nested lists, taken as float32. */
export type ScoreInput = Omit<ScoreRequest, 'action_candidates'> & {readonly action_candidates: unknown}

export const scoreRules: OperationRules<ScoreRequest, ActionScoreResult> = {
  capability: 'score',
  slot: 'score',
  checkRequest: ({info, action_candidates}, descriptor) => {
    const candidates = checkCandidates(action_candidates, descriptor)
    checkFields(info, descriptor.required ?? {})
    return {info, action_candidates: candidates}
  },
  checkAnswer: (answer, request, facts) => checkScores(answer, request, facts),
}

/** `[1, samples, horizon, action_dim]`, finite. Throws `invalid_candidates`. */
function checkCandidates(value: unknown, descriptor: Descriptor): Tensor {
  const candidates = candidateTensor(value)
  const [batch, samples = 0, , actionSize] = candidates.shape
  if (candidates.shape.length !== 4 || batch !== 1) {
    throw invalid(`action candidates are ${whatCame(candidates)}, not of shape (1, samples, horizon, values)`)
  }
  if (samples < 1) throw invalid('action candidates hold no sample')
  if (descriptor.action_dim !== undefined && actionSize !== descriptor.action_dim) {
    throw invalid(`action candidates have ${actionSize} values an action, the provider takes ${descriptor.action_dim}`)
  }
  return candidates
}

function candidateTensor(value: unknown): Tensor {
  if (value instanceof Tensor) return value
  if (!Array.isArray(value))
    throw invalid(`action candidates are ${whatCame(value)}, neither a tensor nor nested lists`)
  try {
    return tensorOfLists(value)
  } catch (error) {
    throw invalid('action candidates are ragged, empty or not finite', error)
  }
}

function invalid(message: string, cause?: unknown): AssayError {
  return new AssayError('invalid_candidates', message, {cause, detail: {field: 'action_candidates'}})
}

function checkScores(answer: unknown, request: ScoreRequest, facts: AnswerFacts): CheckedResult<ActionScoreResult> {
  const body = answerObject(answer, 'scores')
  const [, samples = 0, horizon, actionSize] = request.action_candidates.shape
  const scores = scoreList(body['scores'], samples)
  const lower = body['lower_is_better']
  if (typeof lower !== 'boolean') throw violation(`lower_is_better is ${whatCame(lower)}, not a boolean`)
  const {lower_is_better: stated = lower} = facts.descriptor ?? {}
  if (stated !== lower) throw violation(`lower_is_better is ${lower}, and the descriptor says ${stated}`)
  if (!facts.memory.isConstant('lower_is_better', lower)) throw violation('lower_is_better changed within a run')
  const best = bestIndex(scores, lower)
  const findings = [...(isFlat(scores) ? ['flat_scores'] : [])]
  const said = body['best_index']
  const lied = said !== undefined && said !== best
  if (lied) findings.push('best_index_mismatch')
  const metadata = {...facts.origin.metadata, ...(lied && typeof said === 'number' && {provider_best_index: said})}
  const {min, mean, max} = rangeOf(scores)
  return {
    result: {
      provider: facts.origin.provider,
      scores,
      best_index: best,
      best_score: scores[best] ?? Number.NaN,
      lower_is_better: lower,
      metadata,
    },
    told: {samples, horizon, action_dim: actionSize, min, mean, max, ...(findings.length > 0 && {findings})},
  }
}

function scoreList(value: unknown, samples: number): number[] {
  const isTensor = value instanceof Tensor
  if (isTensor && rankOf(value) > 1 && !(rankOf(value) === 2 && value.shape[0] === 1))
    throw violation(`scores are ${whatCame(value)}, not one list of ${samples}`)
  const scores = answerNumbers(isTensor ? value.toFloat64() : value, 'scores')
  if (scores.length !== samples) throw violation(`provider gave ${scores.length} scores for ${samples} candidates`)
  return scores
}

function bestIndex(scores: readonly number[], lower: boolean): number {
  let best = 0
  for (const [index, score] of scores.entries()) {
    const so_far = scores[best] ?? score
    if (lower ? score < so_far : score > so_far) best = index
  }
  return best
}

function isFlat(scores: readonly number[]): boolean {
  return scores.length > 1 && scores.every((score) => score === scores[0])
}

function rangeOf(scores: readonly number[]): {min: number; mean: number; max: number} {
  let [min, max, sum] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0]
  for (const score of scores) {
    min = Math.min(min, score)
    max = Math.max(max, score)
    sum += score / scores.length
  }
  return {min, mean: sum, max}
}

/**
 * What a score provider is told of the situation: observed state `[stateSize]`, goal `[goalSize]`, the rules by name, and for how many steps each
 * entry of a candidate is held.
 */
export function scoreInfo(environment: Environment, now: Start, type: DType = 'float64'): Fields {
  return {
    observation: Tensor.of(type, [now.state.length], now.state),
    goal: Tensor.of(type, [now.goal.length], now.goal),
    environment: environment.key,
    action_block: environment.block,
  }
}
