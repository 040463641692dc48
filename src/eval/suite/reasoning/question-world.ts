import type {EvalSnapshots} from '#contract/generated/types'
import {shuffled} from '#random/pick'
import type {Stream} from '#random/stream'
import type {SceneEntry, WorldState} from '#world/model/world-state'

export const COLORS = ['red', 'green', 'blue', 'yellow', 'purple', 'orange'] as const
export const SHAPES = ['cube', 'sphere', 'cone', 'cylinder'] as const

/** Cells a side of the square that things stand in. */
export const GRID_SIDE = 9
const MOST_ID = 90

export interface ThingKind {
  readonly color: string
  readonly shape: string
}
export interface GridPlace {
  readonly column: number
  readonly row: number
}
export type Thing = ThingKind & GridPlace & {readonly isMeant: boolean}

/** A scene that was built around its question, so that the answer is known before anybody looks. */
export interface QuestionScene {
  readonly world: WorldState
  readonly query: string
  /** A count, or the id of the object that is asked for. */
  readonly truth: number | string
  /** Ids of what the answer rests on; `neutral` may be named or not. */
  readonly meant: readonly string[]
  readonly neutral: readonly string[]
}

export interface Draft {
  readonly query: string
  readonly things: readonly Thing[]
  /** Absent: the id of the one that is meant. */
  readonly truth?: number
  readonly anchor?: Thing
}

/** Ids are drawn, and objects stand in their order: neither tells what is meant. */
export function finishScene({query, things, truth, anchor}: Draft, stream: Stream): QuestionScene {
  const ids = shuffled(
    Array.from({length: MOST_ID}, (_, at) => `object-${10 + at}`),
    stream,
  )
  const all = [...things, ...(anchor ? [anchor] : [])].map((thing, at) => ({thing, id: ids[at] ?? ''}))
  const entries = all.map(({thing, id}): [string, SceneEntry] => [id, entryOf(thing, id)])
  const meant = all.flatMap(({thing, id}) => (thing.isMeant ? [id] : []))
  return {
    world: {
      schema_version: 1,
      id: 'scene',
      name: 'scene',
      provider: 'assay',
      step: 0,
      metadata: {},
      scene: {objects: Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))},
    },
    query,
    truth: truth ?? meant[0] ?? '',
    meant,
    neutral: all.flatMap(({thing, id}) => (thing === anchor ? [id] : [])),
  }
}

function entryOf({color, shape, column, row}: Thing, id: string): SceneEntry {
  const position = {x: (column + 0.5) / GRID_SIDE, y: (row + 0.5) / GRID_SIDE, z: 0}
  return {
    id,
    name: `${color} ${shape}`,
    pose: {position, rotation: {w: 1, x: 0, y: 0, z: 0}},
    metadata: {color, shape},
  }
}

/** The scene as a failure keeps it: five numbers an object, `x, y`, its shape by number, whether it is meant, whether it was cited. */
export function questionSnapshot({world, meant}: QuestionScene, cited: readonly string[]): EvalSnapshots {
  const state = Object.values(world.scene?.objects ?? {}).flatMap(({id, pose: {position}, metadata}) => [
    position.x,
    position.y,
    (SHAPES as readonly unknown[]).indexOf(metadata?.['shape']),
    Number(meant.includes(id)),
    Number(cited.includes(id)),
  ])
  return {view: 'objects', goal: [], states: [{step: 0, state}]}
}
