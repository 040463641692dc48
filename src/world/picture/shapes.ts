import type {Layer, Shape} from './raster.ts'

export function disc(layer: Layer, x: number, y: number, radius: number): Shape {
  return {kind: 'disc', layer, x, y, radius}
}

/** A box that is not turned. */
export function box(layer: Layer, x: number, y: number, [halfWidth, halfHeight]: readonly [number, number]): Shape {
  return {kind: 'box', layer, x, y, halfWidth, halfHeight, sin: 0, cos: 1}
}
