import type {EvalFailure, EvalSnapshots} from '#contract/generated/types'
import type {PlotFrame} from '#report/plot'
import {ENVIRONMENTS} from '#world/environments'
import type {Environment} from '#world/model/environment'
import type {Layer, Picture, Shape} from '#world/picture/raster'
import {pictureOf} from '#world/picture/view'

type Snapshot = EvalSnapshots['states'][number]

/** The frames that show a failure, none where nothing was kept of it. */
export function drawTrajectory({key, trajectory}: EvalFailure): (PlotFrame & Picture)[] {
  if (!trajectory) return []
  if (trajectory.view === 'objects') return trajectory.states.map(objectsFrame)
  if (trajectory.view === 'motion') return trajectory.states.map(motionFrame)
  const environment = environmentIn(key)
  if (!environment?.view) return []
  const goal = numbers(trajectory.goal)
  return trajectory.states.map(({step, state}) => ({
    label: `step ${step}`,
    ...pictureOf(environment, numbers(state), goal),
  }))
}

/** Where a trial took place: a door that was moved is drawn where it is. */
function environmentIn(key: string): Environment | undefined {
  const [, , env = '', part] = key.split(':')
  const environment = ENVIRONMENTS.get(env)
  if (!environment) return undefined
  const shift = environment.shifts?.find(({factor}) => factor === part)
  return shift?.world(environment).environment ?? environment
}

/** Where the body truly was as a goal, where it was seen as a body. */
function motionFrame({step, state}: Snapshot): PlotFrame & Picture {
  const [trueX = 0, trueY = 0, x = Number.NaN, y = Number.NaN] = numbers(state)
  const disc = {kind: 'disc', radius: RADIUS} as const
  const truth: Shape = {...disc, layer: 'goal', x: trueX, y: 1 - trueY, radius: 1.5 * RADIUS}
  const isSeen = Number.isFinite(x) && Number.isFinite(y)
  return {
    label: `frame ${step}`,
    low: 0,
    high: 1,
    shapes: isSeen ? [truth, {...disc, layer: 'actuated', x, y: 1 - y}] : [truth],
  }
}

/** Numbers of an object in a snapshot of objects: place, shape, whether it is meant, whether it was cited. */
const PER_OBJECT = 5
const RADIUS = 0.035
/** Cubes, spheres, cones and cylinders: turned and stretched as boxes and discs can be. */
const HALVES: readonly (readonly [number, number] | undefined)[] = [[1, 1], undefined, [0.8, 0.8], [0.6, 1]]
const TURNED = 2

/** What is meant in the colour of the actuated body, on a goal where it was cited; the rest as other things. */
function objectsFrame({step, state}: Snapshot): PlotFrame & Picture {
  const shapes: Shape[] = []
  for (let at = 0; at + PER_OBJECT <= state.length; at += PER_OBJECT) {
    const [x = Number.NaN, y = Number.NaN, shape = 0, isMeant, isCited] = numbers(state.slice(at, at + PER_OBJECT))
    if (isCited) shapes.push({kind: 'disc', layer: 'goal', x, y, radius: 1.7 * RADIUS})
    shapes.push(objectShape({x, y, layer: isMeant ? 'actuated' : 'other'}, shape))
  }
  return {label: `step ${step}`, low: 0, high: 1, shapes}
}

function objectShape(place: {readonly x: number; readonly y: number; readonly layer: Layer}, shape: number): Shape {
  const halves = HALVES[shape]
  if (!halves) return {...place, kind: 'disc', radius: RADIUS}
  const turn = shape === TURNED ? Math.SQRT1_2 : 0
  const [halfWidth, halfHeight] = [halves[0] * RADIUS, halves[1] * RADIUS]
  return {...place, kind: 'box', halfWidth, halfHeight, sin: turn, cos: turn === 0 ? 1 : turn}
}

function numbers(values: readonly (number | null)[]): number[] {
  return values.map((value) => value ?? Number.NaN)
}
