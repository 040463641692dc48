import {AssayError, codeOf} from '#error/assay-error'
import {type Action, checkAction} from '#world/model/action'
import type {Fields, PolicyRequest} from '../model/provider.ts'
import {violation} from '../model/provider-fault.ts'
import {answerObject, checkFields, fieldFault, whatCame} from '../model/value-check.ts'
import type {AnswerFacts, AnswerOrigin, CheckedResult, OperationRules} from './operation-rules.ts'

const MOST_ACTIONS = 10_000

/** Turns the raw actions of a policy into actions of the host's world: one plan, or several candidates. Owned by the host. */
export interface ActionTranslator {
  (raw: Fields, context: {readonly provider: string}): readonly Action[] | readonly (readonly Action[])[]
  /** Digest of what the translator was made from, where that is known. */
  readonly digest?: `sha256:${string}`
}

/** Actions of a policy: as it gave them, and as the translator made them. */
export interface ActionPolicyResult extends AnswerOrigin {
  /** The first candidate. */
  readonly actions: readonly Action[]
  readonly action_candidates: readonly (readonly Action[])[]
  readonly raw_actions: Fields
  readonly action_horizon?: number
  readonly embodiment_tag?: string
  /** Which translator made the actions, where it has a digest. */
  readonly translator_digest?: `sha256:${string}`
}

/** Rules of a policy call; without a translator there is none, whatever a caller in plain JavaScript gave. Throws `translator_missing`. */
export function policyRules(translator: unknown): OperationRules<PolicyRequest, ActionPolicyResult> {
  if (typeof translator !== 'function') throw new AssayError('translator_missing', 'policy needs an action translator')
  return {
    capability: 'policy',
    slot: 'policy',
    checkRequest: (request) => {
      checkFields(request.info)
      return {info: request.info}
    },
    checkAnswer: (answer, _request, facts) => checkPolicy(answer, translator as ActionTranslator, facts),
  }
}

function checkPolicy(
  answer: unknown,
  translator: ActionTranslator,
  {origin}: AnswerFacts,
): CheckedResult<ActionPolicyResult> {
  const body = answerObject(answer, 'raw_actions')
  const raw = rawActions(body['raw_actions'])
  const horizon = body['action_horizon']
  if (horizon !== undefined && (typeof horizon !== 'number' || !Number.isInteger(horizon) || horizon < 1)) {
    throw violation(`action_horizon is ${whatCame(horizon)}, not a whole number of at least 1`)
  }
  const tag = body['embodiment_tag']
  if (tag !== undefined && typeof tag !== 'string') throw violation(`embodiment_tag is ${whatCame(tag)}, not a text`)
  const candidates = translated(translator, raw, origin.provider)
  const [actions = []] = candidates
  const extra = {
    ...(horizon !== undefined && {action_horizon: horizon}),
    ...(tag !== undefined && {embodiment_tag: tag}),
  }
  const by = translator.digest === undefined ? {} : {translator_digest: translator.digest}
  return {
    result: {...origin, actions, action_candidates: candidates, raw_actions: raw, ...extra, ...by},
    told: {actions: actions.length, candidates: candidates.length, ...by},
  }
}

function rawActions(value: unknown): Fields {
  const fault = fieldFault(value)
  if (fault !== undefined) throw violation(`raw actions cannot be written as JSON: it ${fault}`)
  const raw = value as Fields
  if (Object.keys(raw).length === 0) throw violation('policy gave no action')
  return raw
}

function translated(translator: ActionTranslator, raw: Fields, provider: string): readonly (readonly Action[])[] {
  const given = calledSafely(translator, raw, provider)
  if (!Array.isArray(given) || given.length === 0) throw invalid('gave no action')
  const candidates: readonly unknown[][] = given.every(Array.isArray) ? given : [given]
  if (candidates.some((actions) => actions.length === 0)) throw invalid('gave no action')
  if (candidates.reduce((sum, actions) => sum + actions.length, 0) > MOST_ACTIONS)
    throw invalid(`gave more than ${MOST_ACTIONS} actions`)
  return candidates.map((actions) => actions.map(translatedAction))
}

function calledSafely(translator: ActionTranslator, raw: Fields, provider: string): unknown {
  try {
    return translator(raw, {provider})
  } catch (error) {
    if (codeOf(error) === 'translator_invalid' || codeOf(error) === 'contract_violation') throw error
    throw invalid('failed', error)
  }
}

function translatedAction(value: unknown): Action {
  try {
    return checkAction(value)
  } catch (error) {
    throw invalid('gave something that is no action', error)
  }
}

function invalid(what: string, cause?: unknown): AssayError {
  return new AssayError('translator_invalid', `action translator ${what}`, {cause})
}
