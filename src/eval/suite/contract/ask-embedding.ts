import {AssayError} from '#error/assay-error'
import {PICTURE_SIDE, rasterise} from '#world/picture/raster'
import {pictureOf} from '#world/picture/view'
import {Tensor} from '#world/tensor/tensor'
import {type ContractProbe, probeStart} from '../../kit/contract-input.ts'
import type {AskedOperation} from './ask-operation.ts'

export const EMBED: AskedOperation = {
  capability: 'embed',
  async ask(probe) {
    const vector = await embedded(probe, shownFrame(probe))
    return () => vector
  },
}

/** What embedding must bear is any frame: where there is no view, an empty one. */
export function shownFrame(probe: ContractProbe): Tensor {
  const {state, goal} = probeStart(probe)
  const {environment} = probe
  const picture = environment.view ? pictureOf(environment, state, goal) : {low: 0, high: 1, shapes: []}
  return Tensor.of('uint8', [PICTURE_SIDE, PICTURE_SIDE, 3], rasterise(picture))
}

/** Embedding of the frame, or of its digest as a text if the provider embeds texts only. */
export async function embedded({subject, signal}: ContractProbe, frame: Tensor): Promise<readonly number[]> {
  try {
    return (await subject.embed({frame}, signal)).vector
  } catch (error) {
    if (!(error instanceof AssayError) || error.kind !== 'caller') throw error
    return (await subject.embed({text: frame.digest()}, signal)).vector
  }
}
