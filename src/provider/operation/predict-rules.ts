import {AssayError} from '#error/assay-error'
import {WorldStateError} from '#error/provider-error'
import {checkAction, checkSteps} from '#world/model/action'
import {checkWorldState, type WorldState} from '#world/model/world-state'
import {Tensor} from '#world/tensor/tensor'
import type {Descriptor} from '../model/descriptor.ts'
import type {BatchRequest, Metadata, PredictRequest} from '../model/provider.ts'
import {violation} from '../model/provider-fault.ts'
import {answerMetadata, answerObject, lackIn, whatCame} from '../model/value-check.ts'
import type {AnswerFacts, AnswerOrigin, CheckedResult, OperationRules} from './operation-rules.ts'

/** `state` is the next world state, exactly `steps` later. `claims` are the provider's own words about itself. */
export interface PredictionResult extends AnswerOrigin {
  readonly state: WorldState
  readonly frames?: readonly Tensor[]
  readonly claims?: Metadata
  readonly latency_ms: number
}

/** `states` `[N, H, D]`. `sigma` of the same shape: the standard deviation of each number, as the provider states it. */
export interface BatchResult extends AnswerOrigin {
  readonly states: Tensor
  readonly sigma?: Tensor
  readonly latency_ms: number
}

export const predictRules: OperationRules<PredictRequest, PredictionResult> = {
  capability: 'predict',
  slot: 'predict',
  checkRequest: (request, descriptor) => ({
    world_state: checkWorldState(request.world_state),
    action: takenAction(request.action, descriptor),
    steps: checkSteps(request.steps),
  }),
  checkAnswer: (answer, request, facts) => checkPrediction(answer, request, facts),
}

export const batchRules: OperationRules<BatchRequest, BatchResult> = {
  capability: 'predict',
  slot: 'predictBatch',
  checkRequest: (request) => {
    checkBatch(request)
    return request
  },
  checkAnswer: (answer, request, facts) => checkBatchAnswer(answer, request, facts),
}

function takenAction(value: unknown, {action_types}: Descriptor): PredictRequest['action'] {
  const action = checkAction(value)
  if (action_types === undefined || action_types.includes(action.type)) return action
  const hint = `Use one of: ${action_types.join(', ')}.`
  throw new AssayError('invalid_input', 'the provider does not take this kind of action', {hint})
}

function checkPrediction(
  answer: unknown,
  request: PredictRequest,
  {origin, latencyMs}: AnswerFacts,
): CheckedResult<PredictionResult> {
  const body = answerObject(answer)
  const lack = lackIn(body, ['state'])
  if (lack !== undefined) throw new WorldStateError(lack, 'provider')
  const state = checkWorldState(body['state'], 'provider')
  const {step: start} = request.world_state
  const due = start + request.steps
  if (state.step !== due)
    throw violation(
      `step of the predicted state is ${state.step}, not ${due}: asked for were ${request.steps} more than the ${start} it started from`,
      {field: 'state/step', expected: due, got: state.step},
    )
  const frames = frameList(body['frames'])
  const claims = answerMetadata(body['claims'], 'claims')
  return {
    result: {...origin, state, ...(frames && {frames}), ...(claims && {claims}), latency_ms: latencyMs},
    told: {steps_ahead: request.steps},
  }
}

function frameList(value: unknown): readonly Tensor[] | undefined {
  if (value === undefined) return undefined
  if (!Array.isArray(value) || !value.every((frame) => frame instanceof Tensor))
    throw violation(`frames are ${whatCame(value)}, not a list of tensors`)
  return value
}

function checkBatch({states, actions, environment}: BatchRequest): void {
  if (!(states instanceof Tensor) || !(actions instanceof Tensor)) {
    throw new AssayError(
      'invalid_tensor',
      `states are ${whatCame(states)} and actions ${whatCame(actions)}, and both must be tensors`,
    )
  }
  const [rows] = states.shape
  if (states.shape.length !== 2 || actions.shape.length !== 3 || (rows !== 1 && rows !== actions.shape[0])) {
    throw new AssayError(
      'invalid_tensor',
      `states are ${whatCame(states)} and actions ${whatCame(actions)}, and must have shape (N, D) or (1, D) and (N, H, A)`,
    )
  }
  if (environment !== undefined && typeof environment !== 'string') {
    throw new AssayError('invalid_input', 'environment is not a name')
  }
}

function checkBatchAnswer(
  answer: unknown,
  request: BatchRequest,
  {origin, latencyMs}: AnswerFacts,
): CheckedResult<BatchResult> {
  const body = answerObject(answer, 'states')
  const [samples, horizon] = request.actions.shape
  const due = [samples, horizon, request.states.shape[1]]
  const states = tensorOf(body['states'], 'states', due)
  const sigma = body['sigma'] === undefined ? undefined : tensorOf(body['sigma'], 'sigma', due)
  if (sigma?.toFloat64().some((value) => !(value >= 0 && Number.isFinite(value))))
    throw violation('sigma holds a value that is no finite number of at least 0')
  return {result: {...origin, states, ...(sigma && {sigma}), latency_ms: latencyMs}, told: {samples, horizon}}
}

function tensorOf(value: unknown, name: string, shape: readonly (number | undefined)[]): Tensor {
  if (!(value instanceof Tensor))
    throw violation(`${name} are ${whatCame(value)}, not a tensor of shape (${shape.join(', ')})`)
  if (value.shape.join() !== shape.join())
    throw violation(`${name} are ${whatCame(value)}, not of shape (${shape.join(', ')})`)
  return value
}
