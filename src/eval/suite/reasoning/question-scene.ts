import {pick, shuffled} from '#random/pick'
import {type EpisodeKey, episodeLabel, type Stream, seedStream} from '#random/stream'
import {
  COLORS,
  finishScene,
  GRID_SIDE,
  type GridPlace,
  type QuestionScene,
  SHAPES,
  type Thing,
  type ThingKind,
} from './question-world.ts'
import type {Question} from './questions.ts'

/** The scene of a trial. The environment of the key is `scenes@1`, its stratum the kind of question. */
export function questionScene(key: EpisodeKey, question: Question): QuestionScene {
  const stream = seedStream(episodeLabel(key, 'reset'))
  const subject = {color: pick(COLORS, stream), shape: pick(SHAPES, stream)}
  const other = otherKind(subject, stream)
  const places = shuffled(
    Array.from({length: GRID_SIDE * GRID_SIDE}, (_, at) => ({column: at % GRID_SIDE, row: Math.floor(at / GRID_SIDE)})),
    stream,
  )
  switch (question) {
    case 'count':
      return counted(subject, 1 + stream.int(6), {places, stream})
    case 'absent':
      return counted(subject, 0, {places, stream})
    case 'relation':
      return related(subject, other, {places, stream})
    case 'nearest':
      return nearest(other, {places, stream})
  }
}

interface Drawing {
  readonly places: GridPlace[]
  readonly stream: Stream
}

/** So many of the kind, and near misses: of its colour in other shapes, of its shape in other colours. */
function counted(kind: ThingKind, count: number, {places, stream}: Drawing): QuestionScene {
  const meant = times(count, () => ({...kind, ...taken(places), isMeant: true}))
  const misses = times(4 + stream.int(5), (at): Thing => {
    const near =
      at % 2 === 0
        ? {...kind, shape: otherOf(SHAPES, kind.shape, stream)}
        : {...kind, color: otherOf(COLORS, kind.color, stream)}
    return {...near, ...taken(places), isMeant: false}
  })
  const query = `How many ${kind.color} ${kind.shape}s are there? Answer with a number.`
  return finishScene({query, things: [...meant, ...misses], truth: count}, stream)
}

const SIDES = [
  {word: 'left of', holds: (one: GridPlace, anchor: GridPlace) => one.column < anchor.column},
  {word: 'right of', holds: (one: GridPlace, anchor: GridPlace) => one.column > anchor.column},
  {word: 'above', holds: (one: GridPlace, anchor: GridPlace) => one.row > anchor.row},
  {word: 'below', holds: (one: GridPlace, anchor: GridPlace) => one.row < anchor.row},
] as const

/** Things of one shape on both sides of an anchor; only those on one side are asked for. */
function related({shape}: ThingKind, anchor: ThingKind, {places, stream}: Drawing): QuestionScene {
  const side = pick(SIDES, stream)
  const spot = {column: 3 + stream.int(3), row: 3 + stream.int(3)}
  const free = places.filter(({column, row}) => column !== spot.column && row !== spot.row)
  const [there, elsewhere] = [free.filter((one) => side.holds(one, spot)), free.filter((one) => !side.holds(one, spot))]
  const count = 1 + stream.int(4)
  const things = [
    ...times(count, (): Thing => ({color: pick(COLORS, stream), shape, ...taken(there), isMeant: true})),
    ...times(
      1 + stream.int(4),
      (): Thing => ({color: pick(COLORS, stream), shape, ...taken(elsewhere), isMeant: false}),
    ),
    ...times(3, (): Thing => ({...bystander(shape, anchor, stream), ...taken(there), isMeant: false})),
  ]
  const query = `How many ${shape}s are ${side.word} the ${anchor.color} ${anchor.shape}? Answer with a number. x grows to the right, y upwards.`
  return finishScene({query, things, truth: count, anchor: {...anchor, ...spot, isMeant: false}}, stream)
}

/** Things at distances that differ; the nearest is asked for. */
function nearest(anchor: ThingKind, {places, stream}: Drawing): QuestionScene {
  const spot = taken(places)
  const away = (one: GridPlace) => (one.column - spot.column) ** 2 + (one.row - spot.row) ** 2
  const near = taken(places.filter((one) => away(one) <= 8))
  const farther = places.filter((one) => away(one) > away(near))
  const thing = (place: GridPlace, isMeant: boolean): Thing => ({
    ...bystander(undefined, anchor, stream),
    ...place,
    isMeant,
  })
  const things = [thing(near, true), ...times(4 + stream.int(5), () => thing(taken(farther), false))]
  const query = `Which object is nearest to the ${anchor.color} ${anchor.shape}? Answer with its id.`
  return finishScene({query, things, anchor: {...anchor, ...spot, isMeant: false}}, stream)
}

/** Any kind but the anchor's, and of another shape than `shape`. */
function bystander(shape: string | undefined, anchor: ThingKind, stream: Stream): ThingKind {
  const kinds = COLORS.flatMap((color) => SHAPES.map((one) => ({color, shape: one})))
  return pick(
    kinds.filter((one) => one.shape !== shape && !(one.color === anchor.color && one.shape === anchor.shape)),
    stream,
  )
}

function otherKind(kind: ThingKind, stream: Stream): ThingKind {
  return {color: pick(COLORS, stream), shape: otherOf(SHAPES, kind.shape, stream)}
}

function otherOf(all: readonly string[], one: string, stream: Stream): string {
  return pick(
    all.filter((name) => name !== one),
    stream,
  )
}

function taken(places: GridPlace[]): GridPlace {
  const place = places.pop()
  if (!place) throw new Error('the square is full')
  return place
}

function times<T>(count: number, make: (at: number) => T): T[] {
  return Array.from({length: count}, (_, at) => make(at))
}
