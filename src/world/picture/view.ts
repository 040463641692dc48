import type {Picture, Shape} from './raster.ts'

type Values = ArrayLike<number>

/** What an environment looks like: the window, in metres, and what stands in it. */
export interface View {
  readonly low: number
  readonly high: number
  shapes(state: Values, goal: Values): Shape[]
  /** What can be read off one picture. Without it suites of embeddings pass the environment over. */
  readonly readout?: Readout
}

export interface Readout {
  /** What of a state one picture shows, by name: places, and angles by their sine and cosine where both move by pixels. */
  of(state: Values): Readonly<Record<string, number>>
  /** Environment steps between two pictures: enough to move by pixels, too few to leave the window. */
  readonly stride: number
  /** Added to the start of an episode, where starts lie so close together that one visible number follows from another. `u` draws from -1 to 1. */
  scatter?(u: () => number): readonly number[]
}

/** What a state and goal of an environment look like; rasterise it for pixels. Throws for an environment without a view, our mistake. */
export function pictureOf(
  {id, view}: {readonly id: string; readonly view?: View},
  state: Values,
  goal: Values,
): Picture {
  if (!view) throw new Error(`environment ${id} has no view`)
  return {low: view.low, high: view.high, shapes: view.shapes(state, goal)}
}
