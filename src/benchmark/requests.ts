import type {GenerateRequest, PolicyRequest, PredictRequest, ReasonRequest, TransferRequest} from '#provider/provider'
import type {ScoreInput} from '#provider/score-rules'
import {episodeLabel, seedStream} from '#random/stream'
import {Action} from '#world/action'
import {encodeState} from '#world/scene'
import {Tensor} from '#world/tensor'
import {twoRoom} from '#world/two-room'
import type {Operation} from './operation.ts'

/** One request an operation, sent again and again. The same for every provider, so that their rows can be compared. */
export interface Requests {
  readonly predict: PredictRequest
  readonly score: ScoreInput
  readonly policy: PolicyRequest
  readonly embed: {readonly text: string}
  readonly reason: ReasonRequest
  readonly generate: GenerateRequest
  readonly transfer: TransferRequest
}

const SEED = 42
const STRATUM = 'cross'
const PROMPT = 'a robot arm pushes a block across a table'
/** 64 candidates of 8 actions; drawn from a seed, so that the document needs no thousand numbers. */
const CANDIDATES = {dtype: 'float32', shape: [1, 64, 8, 2], seed: SEED, range: [-1, 1]} as const
/** The shortest AVI there is: a RIFF header with nothing in it. */
const EMPTY_AVI = Uint8Array.of(0x52, 0x49, 0x46, 0x46, 4, 0, 0, 0, 0x41, 0x56, 0x49, 0x20)

/** An episode of two rooms for all that moves, a sentence and an empty clip for the media operations. */
export function defaultRequests(): Requests {
  const key = {seed: SEED, environment: twoRoom.key, stratum: STRATUM, episode: 0}
  const {state, goal} = twoRoom.reset(seedStream(episodeLabel(key, 'reset')), STRATUM)
  const worldState = encodeState(twoRoom, {state, goal, step: 0})
  const [x = 0, y = 0] = goal
  const info = {environment: twoRoom.key, observation: [...state], goal: [...goal]}
  return {
    predict: {world_state: worldState, action: Action.moveTo(x, y, 0), steps: 1},
    score: {info, action_candidates: Tensor.from(CANDIDATES)},
    policy: {info},
    embed: {text: PROMPT},
    reason: {query: 'How many objects are there?', world_state: worldState},
    generate: {prompt: PROMPT, duration_seconds: 1},
    transfer: {
      clip: {fps: 8, resolution: [32, 32], duration_seconds: 1, media_type: 'video/x-msvideo', bytes: EMPTY_AVI},
      width: 32,
      height: 32,
      fps: 8,
    },
  }
}

/** The requests of these operations as plain JSON, for the run and its input digest. A health probe sends nothing. */
export function requestsDocument(
  requests: Requests,
  operations: readonly Operation[],
): Readonly<Record<string, unknown>> {
  const {score, transfer} = requests
  const all = {
    ...requests,
    score: {...score, action_candidates: CANDIDATES},
    transfer: {...transfer, clip: {...transfer.clip, bytes: Buffer.from(transfer.clip.bytes).toString('base64')}},
    health: {},
  }
  return Object.fromEntries(operations.map((operation) => [operation, all[operation]]))
}
