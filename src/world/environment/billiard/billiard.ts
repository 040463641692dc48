import {AssayError} from '#error/assay-error'
import type {Stream} from '#random/stream'
import {type Environment, unknownStratum} from '../../model/environment.ts'
import {at, thing} from '../../model/planar.ts'
import type {NamedEntry, Words} from '../../model/words.ts'
import {disc} from '../../picture/shapes.ts'
import {billiardLaws} from './laws.ts'
import {billiardDynamics, DISC_RADIUS, DISCS, DT, PLACE, SPEED} from './table.ts'

const FASTEST = 0.6

const WORDS: Words = {
  task: 'nothing: watch the discs',
  rules:
    'Three discs on a table of 1 m bounce off each other and off its borders, without friction. 0.05 s a step. Nothing can be commanded.',
  state: Array.from({length: DISCS}, (_, disc): NamedEntry[] => [
    [`disc-${disc}.x`, 'm'],
    [`disc-${disc}.y`, 'm'],
    [`disc-${disc}.vx`, 'm/s'],
    [`disc-${disc}.vy`, 'm/s'],
  ]).flat(),
  goal: [
    ['goal.x', 'm'],
    ['goal.y', 'm'],
  ],
  action: [['nothing', 'ignored']],
}

/**
 * Discs on a table without friction, for laws rather than tasks: energy is kept, nothing passes through anything, and time runs backwards
 * as well. State (x, y, vx, vy) of each of three discs. Nothing can be commanded: the one action value is ignored, and there is no goal.
 */
export const billiard: Environment = {
  id: 'billiard',
  version: 1,
  key: 'billiard@1',
  dt: DT,
  ...billiardDynamics(1),
  goalSize: 2,
  angles: [],
  sigma: Array.from({length: DISCS}, () => [PLACE, PLACE, SPEED, SPEED]).flat(),
  stepBudget: 100,
  horizon: 10,
  block: 1,
  execute: 1,
  successMode: 'hold',
  strata: ['default'],
  actionTypes: ['control'],
  reset(stream, stratum) {
    if (stratum !== 'default') throw unknownStratum(billiard)
    const state = new Float64Array(4 * DISCS)
    for (let disc = 0; disc < DISCS; disc++) {
      state.set(freePlace(stream, state.subarray(0, 4 * disc)), 4 * disc)
      state.set([speed(stream), speed(stream)], 4 * disc + 2)
    }
    return {state, goal: new Float64Array(2)}
  },
  cost: () => 0,
  success: () => false,
  layout: {
    write: (state) =>
      Array.from({length: DISCS}, (_, disc) => ({
        ...thing(`disc-${disc}`, state, 4 * disc),
        metadata: {velocity: {x: at(state, 4 * disc + 2), y: at(state, 4 * disc + 3), z: 0}},
      })),
    read: (scene) => ({
      state: Array.from({length: DISCS}, (_, disc) => {
        const {x, y} = scene.position(`disc-${disc}`)
        const velocity = (axis: string) => scene.metadata(`disc-${disc}`, ['velocity', axis])
        return [x, y, velocity('x'), velocity('y')]
      }).flat(),
      goal: [0, 0],
    }),
  },
  words: WORDS,
  servo: () => {
    throw new AssayError('invalid_input', 'billiard has nothing to command', {hint: 'Use Action.noop().'})
  },
  view: {
    low: 0,
    high: 1,
    shapes: (state) =>
      Array.from({length: DISCS}, (_, index) =>
        disc(index === 0 ? 'actuated' : 'other', at(state, 4 * index), at(state, 4 * index + 1), DISC_RADIUS),
      ),
  },
  laws: billiardLaws,
}

/** A place clear of the walls and of all discs before it, drawn again until there is one. */
function freePlace(stream: Stream, before: Float64Array): [number, number] {
  for (;;) {
    const x = DISC_RADIUS + (1 - 2 * DISC_RADIUS) * stream.uniform()
    const y = DISC_RADIUS + (1 - 2 * DISC_RADIUS) * stream.uniform()
    if (isFree(x, y, before)) return [x, y]
  }
}

function isFree(x: number, y: number, before: Float64Array): boolean {
  for (let other = 0; other < before.length; other += 4) {
    const [dx, dy] = [x - at(before, other), y - at(before, other + 1)]
    if (dx * dx + dy * dy < 5 * DISC_RADIUS * DISC_RADIUS) return false
  }
  return true
}

function speed(stream: Stream): number {
  return FASTEST * (2 * stream.uniform() - 1)
}
