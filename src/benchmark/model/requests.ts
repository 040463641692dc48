import {record} from '#contract/json'
import {sha256} from '#digest/sha256'
import {EMPTY_CLIP} from '#provider/media/empty-clip'
import type {
  Examples,
  Fields,
  GenerateRequest,
  PolicyRequest,
  PredictRequest,
  ReasonRequest,
  ScoreRequest,
  TransferRequest,
} from '#provider/model/provider'
import {scoreInfo} from '#provider/operation/score-rules'
import {episodeLabel, seedStream} from '#random/stream'
import {environmentOf} from '#world/environments'
import {Action, checkAction} from '#world/model/action'
import type {Environment} from '#world/model/environment'
import {encodeState} from '#world/model/scene'
import {checkWorldState} from '#world/model/world-state'
import {Tensor, tensorOfLists} from '#world/tensor/tensor'
import type {ResolvedInputs} from './inputs.ts'
import type {Operation} from './operation.ts'

/** One request per operation, sent again and again. It is equal for all providers that accept it, so that their rows can be compared. */
export interface Requests {
  readonly predict: PredictRequest
  readonly score: ScoreRequest
  readonly policy: PolicyRequest
  readonly embed: {readonly text: string}
  readonly reason: ReasonRequest
  readonly generate: GenerateRequest
  readonly transfer: TransferRequest
}

const SEED = 42
const ENVIRONMENT = 'two-room'
const PROMPT = 'a robot arm pushes a block across a table'
const QUERY = 'How many objects are there?'

/** 64 candidates of 8 actions; drawn from a seed, so that the document does not need a thousand numbers. */
const candidatesFor = ({actionSize}: Environment) =>
  ({dtype: 'float32', shape: [1, 64, 8, actionSize], seed: SEED, range: [-1, 1]}) as const

/**
 * The requests to send: the given inputs; for the rest the examples that the provider names, or an episode of an environment for all that
 * moves, a sentence and an empty clip for the media operations. Throws a caller error for a value that cannot be sent.
 */
export function chooseRequests(inputs: ResolvedInputs = {}, examples: Examples = {}): Requests {
  const {environment, worldState, action, info} = sceneOf(inputs)
  const {score_action_candidates: candidates = examples.score?.action_candidates ?? candidatesFor(environment)} = inputs
  return {
    predict: {
      world_state: inputs.world_state === undefined ? worldState : checkWorldState(inputs.world_state),
      action: inputs.prediction_action === undefined ? action : checkAction(inputs.prediction_action),
      steps: inputs.prediction_steps ?? 1,
    },
    score: {
      info: inputs.score_info ? fieldsOf(inputs.score_info) : (examples.score?.info ?? info),
      action_candidates: tensorIn(candidates),
    },
    policy: {
      info: inputs.policy_info ? fieldsOf(inputs.policy_info) : (examples.policy?.info ?? {...info, action_block: 1}),
    },
    embed: {text: inputs.embedding_text ?? PROMPT},
    reason: {
      query: inputs.reason_query ?? QUERY,
      world_state: inputs.world_state === undefined ? worldState : checkWorldState(inputs.world_state),
    },
    generate: {
      prompt: inputs.generation_prompt ?? PROMPT,
      duration_seconds: inputs.generation_duration_seconds ?? examples.generate?.duration_seconds ?? 1,
    },
    transfer: transferOf(inputs, examples),
  }
}

/** A transfer request in the size of the clip, unless the provider makes another. */
function transferOf(inputs: ResolvedInputs, {transfer: example}: Examples): TransferRequest {
  const {transfer_clip: clip = EMPTY_CLIP, transfer_width, transfer_height, transfer_fps, transfer_prompt} = inputs
  const [width, height] = clip.resolution
  return {
    clip,
    width: transfer_width ?? example?.width ?? width,
    height: transfer_height ?? example?.height ?? height,
    fps: transfer_fps ?? clip.fps,
    ...(transfer_prompt !== undefined && {prompt: transfer_prompt}),
  }
}

function tensorIn(value: NonNullable<ResolvedInputs['score_action_candidates']> | Tensor): Tensor {
  if (value instanceof Tensor) return value
  return Array.isArray(value) ? tensorOfLists(value as Parameters<typeof tensorOfLists>[0]) : Tensor.from(value)
}

/** The start of an episode, and an action that the environment accepts. */
function sceneOf({environment: asked}: ResolvedInputs) {
  const environment = environmentOf(asked?.id ?? ENVIRONMENT)
  const [stratum] = environment.strata
  const key = {seed: SEED, environment: environment.key, stratum, episode: asked?.episode ?? 0}
  const {state, goal} = environment.reset(seedStream(episodeLabel(key, 'reset')), stratum)
  const [x = 0, y = 0] = goal
  const action = environment.actionTypes.includes('move_to')
    ? Action.moveTo(x, y, 0)
    : Action.control(Array.from({length: environment.actionSize}, () => 0))
  return {
    environment,
    action,
    worldState: encodeState(environment, {state, goal, step: 0}),
    info: scoreInfo(environment, {state, goal}),
  }
}

/** The fields of an input: an object with an element type and a shape becomes a tensor, also within other objects. */
function fieldsOf(info: Readonly<Record<string, unknown>>): Fields {
  const inner = (value: unknown) => (record(value) === undefined ? value : fieldsOf(record(value) ?? {}))
  const isTensor = (value: unknown) => record(value)?.['dtype'] !== undefined && record(value)?.['shape'] !== undefined
  const entries = Object.entries(info).map(([key, value]) => [key, isTensor(value) ? Tensor.from(value) : inner(value)])
  return Object.fromEntries(entries)
}

/**
 * The requests of these operations as plain JSON, for the run and its input digest; a list for each operation if there are several cases. A
 * clip enters by its content, whatever file it came from. A health probe sends nothing.
 */
export function requestsDocument(
  cases: readonly ResolvedInputs[],
  operations: readonly Operation[],
  examples?: Examples,
): Readonly<Record<string, unknown>> {
  const documents = cases.map((inputs) => documentOf(inputs, examples))
  return Object.fromEntries(
    operations.map((operation) => {
      const all = documents.map((document) => document[operation])
      return [operation, all.length === 1 ? all[0] : all]
    }),
  )
}

/** A value of an example with each tensor replaced by its digest: no caller wrote it, and it is large. */
function shown(value: unknown): unknown {
  if (value instanceof Tensor) return value.summary()
  const fields = record(value)
  return fields === undefined
    ? value
    : Object.fromEntries(Object.entries(fields).map(([key, item]) => [key, shown(item)]))
}

/** The fields of an episode with their few numbers written out, as an input file would have them. */
function written(info: Fields): unknown {
  return Object.fromEntries(
    Object.entries(info).map(([key, item]) => [key, item instanceof Tensor ? item.toJSON() : item]),
  )
}

function documentOf(inputs: ResolvedInputs, examples: Examples = {}): Record<Operation, unknown> {
  const requests = chooseRequests(inputs, examples)
  const {environment} = sceneOf(inputs)
  const {clip, ...transfer} = requests.transfer
  const {bytes, ...told} = clip
  return {
    ...requests,
    score: {
      info: inputs.score_info ?? (examples.score ? shown : written)(requests.score.info),
      action_candidates:
        inputs.score_action_candidates ??
        (examples.score ? shown(examples.score.action_candidates) : candidatesFor(environment)),
    },
    policy: {info: inputs.policy_info ?? (examples.policy ? shown : written)(requests.policy.info)},
    transfer: {...transfer, clip: {...told, sha256: sha256(bytes), size_bytes: bytes.length}},
    health: {},
  }
}
