import type {AssayError} from '#error/assay-error'
import type {Operation} from '../model/operation.ts'
import type {InputFault} from './load-inputs.ts'

/** The key of an input file from which each field of a request comes; the first is the one to name if the refusal names no field. */
const KEYS: Readonly<Record<Exclude<Operation, 'health'>, Readonly<Record<string, string>>>> = {
  predict: {world_state: 'world_state', action: 'prediction_action', steps: 'prediction_steps'},
  score: {info: 'score_info', action_candidates: 'score_action_candidates'},
  policy: {info: 'policy_info'},
  embed: {text: 'embedding_text'},
  reason: {query: 'reason_query', world_state: 'world_state'},
  generate: {prompt: 'generation_prompt', duration_seconds: 'generation_duration_seconds'},
  transfer: {
    clip: 'transfer_clip',
    width: 'transfer_width',
    height: 'transfer_height',
    fps: 'transfer_fps',
    prompt: 'transfer_prompt',
    options: 'transfer_width',
  },
}

/** A refusal in terms of the input file: the key to blame, and the provider's objection. */
export function inputFault(
  {code, message, hint, detail}: AssayError,
  provider: string,
  operation: Exclude<Operation, 'health'>,
): Omit<InputFault, 'at'> {
  const [field = ''] = String(detail['field'] ?? '').split('/')
  const keys = KEYS[operation]
  const near = /^The nearest/.test(hint) ? `; ${hint.charAt(0).toLowerCase()}${hint.slice(1).replace(/\.$/, '')}` : ''
  const key = keys[field] ?? Object.values(keys)[0] ?? operation
  return {key, rule: code, message: `is refused by ${provider} ${operation}: ${message}${near}`}
}
