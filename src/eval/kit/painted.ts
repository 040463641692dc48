import type {Stream} from '#random/stream'
import type {WorldState} from '#world/model/world-state'

/** A scene with a colour for every object, which says nothing of what comes next. */
export function painted(world: WorldState, colour: () => string): WorldState {
  const objects = Object.entries(world.scene?.objects ?? {}).map(([id, entry]) => [
    id,
    {...entry, metadata: {...entry.metadata, colour: colour()}},
  ])
  return {...world, scene: {...world.scene, objects: Object.fromEntries(objects)}}
}

/** A colour as #rrggbb. */
export function drawColour(stream: Stream): string {
  return `#${(stream.u32() >>> 8).toString(16).padStart(6, '0')}`
}
