import {pngOf} from '#report/png'
import type {Environment} from '#world/model/environment'
import {PALETTE, rasterise} from '#world/picture/raster'
import {pictureOf} from '#world/picture/view'

/** A PNG of a state and a goal, `side` by `side` pixels of RGB. */
export function statePicture(
  environment: Environment,
  {state, goal}: {readonly state: ArrayLike<number>; readonly goal: ArrayLike<number>},
  side: number,
): Uint8Array {
  const size = {width: side, height: side}
  return pngOf({...size, rgb: rasterise(pictureOf(environment, state, goal), PALETTE, size)})
}
