import {MOCK} from '../../catalogue/builtin-profiles.ts'
import type {Provider, ReasonAnswer, ReasonRequest} from '../../model/provider.ts'
import {mockClip, mockTransfer} from './mock-media.ts'
import {mockNext} from './mock-scene.ts'
import {checkScoreInfo, mockActions, mockEmbedding, mockRollout, mockScores} from './mock-vectors.ts'

const SYNTHETIC = {evidence_class: 'synthetic'}

/** Fills every slot with a pure function of the request, so that plumbing can be tried without a model. */
export const mock: Provider = {
  profile: MOCK,
  descriptor: {observation: 'state', parallel_safe: true, lower_is_better: true, required: {goal: 0}},
  checks: {score: checkScoreInfo},
  predict: (request) => ({state: mockNext(request), metadata: SYNTHETIC}),
  predictBatch: (request) => ({states: mockRollout(request), metadata: SYNTHETIC}),
  score: (request) => ({scores: mockScores(request), lower_is_better: true, metadata: SYNTHETIC}),
  policy: (request) => ({raw_actions: {single_arm: mockActions(request)}, action_horizon: 16, metadata: SYNTHETIC}),
  embed: (request) => ({model: 'mock-sha256', vector: mockEmbedding(request), metadata: SYNTHETIC}),
  reason: (request) => ({...answerOf(request), metadata: SYNTHETIC}),
  generate: (request) => ({...mockClip(request), metadata: SYNTHETIC}),
  transfer: (request) => ({...mockTransfer(request), metadata: SYNTHETIC}),
  probe: (level) => ({level, ok: true, detail: 'in this process'}),
}

/** How many objects there are, and which. */
function answerOf({world_state}: ReasonRequest): ReasonAnswer {
  const ids = Object.keys(world_state?.scene?.objects ?? {}).sort()
  return {answer: String(ids.length), evidence: ids}
}
