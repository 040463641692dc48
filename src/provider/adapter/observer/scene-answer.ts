import {AssayError} from '#error/assay-error'
import type {SceneEntry, WorldState} from '#world/model/world-state'
import type {ReasonAnswer, ReasonRequest} from '../../model/provider.ts'

const COUNT =
  /^how many (?:(?<color>[a-z]+) )?(?<shape>[a-z]+)s are (?:there|(?<side>left of|right of|above|below) the (?<anchor>[a-z]+ [a-z]+))\?/i
const NEAREST = /^which object is nearest to the (?<anchor>[a-z]+ [a-z]+)\?/i
/** The shape that every object has. */
const ANY = 'object'

type Side = (one: SceneEntry, anchor: SceneEntry) => boolean

const SIDES: Readonly<Record<string, Side>> = {
  'left of': (one, anchor) => placeOf(one).x < placeOf(anchor).x,
  'right of': (one, anchor) => placeOf(one).x > placeOf(anchor).x,
  above: (one, anchor) => placeOf(one).y > placeOf(anchor).y,
  below: (one, anchor) => placeOf(one).y < placeOf(anchor).y,
}

/**
 * Answers questions about a scene from the scene alone: how many there are of a colour and shape, how many of them lie beside, above or
 * below another, and which object is nearest. Colour and shape are read from `metadata`. Throws `invalid_input` for any other question.
 */
export function sceneAnswer({query, world_state}: ReasonRequest): ReasonAnswer {
  const objects = objectsOf(world_state)
  const count = COUNT.exec(query)?.groups
  if (count) {
    const alike = objects.filter((one) => isSuch(one, count['color'], count['shape'] ?? ANY))
    const found = count['side'] === undefined ? alike : beside(alike, count['side'], anchorOf(objects, count['anchor']))
    return {answer: String(found.length), evidence: found.map(({id}) => id)}
  }
  const nearest = NEAREST.exec(query)?.groups
  if (!nearest) throw new AssayError('invalid_input', 'the question is of no kind that is answered here')
  const {id} = nearestTo(objects, anchorOf(objects, nearest['anchor']))
  return {answer: id, evidence: [id]}
}

function objectsOf(world: WorldState | undefined): SceneEntry[] {
  if (!world) throw new AssayError('invalid_input', 'a question about a scene needs its world state')
  return Object.values(world.scene?.objects ?? {}).sort((a, b) => (a.id < b.id ? -1 : 1))
}

function isSuch({metadata}: SceneEntry, color: string | undefined, shape: string): boolean {
  const isShape = shape.toLowerCase() === ANY || metadata?.['shape'] === shape.toLowerCase()
  return isShape && (color === undefined || metadata?.['color'] === color.toLowerCase())
}

function anchorOf(objects: readonly SceneEntry[], name = ''): SceneEntry {
  const [color, shape = ANY] = name.split(' ')
  const found = objects.filter((one) => isSuch(one, color, shape))
  const [anchor] = found
  if (anchor && found.length === 1) return anchor
  throw new AssayError('invalid_input', `the question speaks of one object where the scene has ${found.length}`)
}

function beside(objects: readonly SceneEntry[], side: string, anchor: SceneEntry): SceneEntry[] {
  return objects.filter((one) => one !== anchor && SIDES[side.toLowerCase()]?.(one, anchor))
}

function nearestTo(objects: readonly SceneEntry[], anchor: SceneEntry): SceneEntry {
  const others = objects.filter((one) => one !== anchor)
  const [first] = others
  if (!first) throw new AssayError('invalid_input', 'there is no other object')
  return others.reduce((best, one) => (squareFrom(anchor, one) < squareFrom(anchor, best) ? one : best), first)
}

function squareFrom(one: SceneEntry, other: SceneEntry): number {
  const [a, b] = [placeOf(one), placeOf(other)]
  return (a.x - b.x) ** 2 + (a.y - b.y) ** 2
}

function placeOf({pose}: SceneEntry) {
  return pose.position
}
