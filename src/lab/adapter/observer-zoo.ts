import {AssayError} from '#error/assay-error'
import {frameEmbedding} from '#provider/adapter/observer/frame-embedding'
import {observer} from '#provider/adapter/observer/observer'
import {drawnClip, reordered, sameClip} from '#provider/adapter/observer/observer-clips'
import {zooProfile} from '#provider/catalogue/builtin-profiles'
import type {ClipAnswer, Provider} from '#provider/model/provider'
import {seedStream} from '#random/stream'

/** Observers that are wrong on purpose. */
const FAULTS: Readonly<Record<string, Partial<Provider>>> = {
  // Some digit in it is always the right one.
  'digit-spammer': {reason: () => ({answer: '0 1 2 3 4 5 6 7 8 9', evidence: []})},
  'zero-byte-media': clips((clip) => ({...clip, bytes: new Uint8Array()})),
  'frozen-clip': clips((clip) => reordered(clip, () => 0)),
  'reversed-clip': clips((clip) => reordered(clip, (at, count) => count - 1 - at)),
  'constant-embedding': embeddings((vector) => vector.map(() => 1)),
  // Equal frames are equal, and nothing else is to be read from them.
  'random-embedding': embeddings((vector, frame) => {
    const stream = seedStream(`assay/1|${frame}|random-embedding`)
    return vector.map(() => stream.gaussian())
  }),
}

function embeddings(spoil: (vector: number[], frame: string) => number[]): Partial<Provider> {
  return {
    embed: (request) => ({model: 'spoilt', vector: spoil(frameEmbedding(request), request.frame?.digest() ?? '')}),
  }
}

function clips(spoil: (clip: ClipAnswer) => ClipAnswer): Partial<Provider> {
  return {
    generate: (request) => spoil(drawnClip(request)),
    transfer: (request) => spoil(sameClip(request)),
  }
}

/** The deliberately wrong observer of a name such as `digit-spammer`. */
export function observerFault(name: string): Provider {
  const fault = Object.hasOwn(FAULTS, name) ? FAULTS[name] : undefined
  if (!fault) throw new AssayError('bug', 'there is no such wrong observer')
  return {...observer, ...fault, profile: zooProfile(name)}
}
