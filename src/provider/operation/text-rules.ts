import {AssayError} from '#error/assay-error'
import {checkWorldState} from '#world/model/world-state'
import {Tensor} from '#world/tensor/tensor'
import type {EmbedRequest, Metadata, ReasonRequest} from '../model/provider.ts'
import {violation} from '../model/provider-fault.ts'
import {answerMetadata, answerNumbers, answerObject, answerText, whatCame} from '../model/value-check.ts'
import type {AnswerFacts, AnswerOrigin, CheckedResult, OperationRules} from './operation-rules.ts'

/** `vector` `[dimension]`, finite; the dimension stays within a run. `model` names what made it. */
export interface EmbeddingResult extends AnswerOrigin {
  readonly model: string
  readonly vector: readonly number[]
}

/** An answer to a question about a scene. `evidence`: ids of what it rests on. `claims`: what the provider says of itself. */
export interface ReasoningResult extends AnswerOrigin {
  readonly answer: string
  readonly evidence: readonly string[]
  readonly claims?: Metadata
}

export const embedRules: OperationRules<EmbedRequest, EmbeddingResult> = {
  capability: 'embed',
  slot: 'embed',
  checkRequest: ({text, frame}) => {
    if ((text === undefined) === (frame === undefined))
      throw new AssayError('invalid_input', 'embed takes a text or a frame, one of them')
    if (text !== undefined && (typeof text !== 'string' || text === ''))
      throw new AssayError('invalid_input', 'text is empty')
    if (frame !== undefined && !(frame instanceof Tensor))
      throw new AssayError('invalid_tensor', `frame is ${whatCame(frame)}, not a tensor`)
    return {...(text !== undefined && {text}), ...(frame && {frame})}
  },
  checkAnswer: (answer, _request, facts) => checkEmbedding(answer, facts),
}

export const reasonRules: OperationRules<ReasonRequest, ReasoningResult> = {
  capability: 'reason',
  slot: 'reason',
  checkRequest: ({query, world_state}) => {
    if (typeof query !== 'string' || query.trim() === '') throw new AssayError('invalid_input', 'query is empty')
    return {query, ...(world_state !== undefined && {world_state: checkWorldState(world_state)})}
  },
  checkAnswer: (answer, _request, facts) => checkReasoning(answer, facts),
}

function checkEmbedding(answer: unknown, {origin, memory}: AnswerFacts): CheckedResult<EmbeddingResult> {
  const body = answerObject(answer, 'model', 'vector')
  const model = answerText(body['model'], 'model')
  const vector = answerNumbers(body['vector'], 'vector')
  if (vector.length === 0) throw violation('vector is empty')
  if (!memory.isConstant('embedding_dimension', vector.length))
    throw violation('vector changed its dimension within a run')
  return {result: {...origin, model, vector}, told: {dimension: vector.length}}
}

function checkReasoning(answer: unknown, {origin}: AnswerFacts): CheckedResult<ReasoningResult> {
  const body = answerObject(answer, 'answer', 'evidence')
  const text = answerText(body['answer'], 'answer')
  const evidence = body['evidence']
  if (!Array.isArray(evidence) || !evidence.every((item) => typeof item === 'string'))
    throw violation(`evidence is ${whatCame(evidence)}, not a list of texts`)
  const claims = answerMetadata(body['claims'], 'claims')
  return {result: {...origin, answer: text, evidence, ...(claims && {claims})}, told: {evidence: evidence.length}}
}
