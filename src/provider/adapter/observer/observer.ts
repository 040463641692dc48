import {OBSERVER} from '../../catalogue/builtin-profiles.ts'
import type {Provider} from '../../model/provider.ts'
import {frameEmbedding} from './frame-embedding.ts'
import {drawnClip, sameClip} from './observer-clips.ts'
import {sceneAnswer} from './scene-answer.ts'

const SYNTHETIC = {evidence_class: 'synthetic'}

/** Looks at scenes exactly: the positive control of the suites that ask for answers. What it does not know it refuses. */
export const observer: Provider = {
  profile: OBSERVER,
  descriptor: {observation: 'pixels', parallel_safe: true},
  reason: (request) => ({...sceneAnswer(request), metadata: SYNTHETIC}),
  embed: (request) => ({model: 'observer', vector: frameEmbedding(request), metadata: SYNTHETIC}),
  generate: (request) => ({...drawnClip(request), metadata: SYNTHETIC}),
  transfer: (request) => ({...sameClip(request), metadata: SYNTHETIC}),
  probe: (level) => ({level, ok: true, detail: 'in this process'}),
}
