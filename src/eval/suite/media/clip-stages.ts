import {POINT_STEP} from '#world/environment/two-room/floor-plan'
import type {Room, Spot} from './clip-motion.ts'

/** Clips of the exact world: two seconds of one environment step a frame. */
export const FPS = 10
export const SECONDS = 2
export const CLIP_FRAMES = FPS * SECONDS

/** A world in which a body can be made to move straight: where, and what state and held action make it move by so much. */
interface Stage {
  readonly rooms: readonly Room[]
  begin(from: Spot, by: Spot): {readonly state: readonly number[]; readonly action: readonly number[]}
}

export const STAGES: Readonly<Record<string, Stage>> = {
  'double-integrator': {
    rooms: [{x: [0.12, 0.88], y: [0.12, 0.88]}],
    begin: (from, by) => ({state: [from.x, from.y, by.x / SECONDS, by.y / SECONDS], action: [0, 0]}),
  },
  'two-room': {
    rooms: [
      {x: [0.06, 0.44], y: [0.06, 0.94]},
      {x: [0.56, 0.94], y: [0.06, 0.94]},
    ],
    begin: (from, by) => ({
      state: [from.x, from.y],
      action: [by.x / CLIP_FRAMES / POINT_STEP, by.y / CLIP_FRAMES / POINT_STEP],
    }),
  },
}

/** Environments in which motion is commanded. */
export const CLIP_ENVIRONMENTS: readonly string[] = Object.keys(STAGES)

/** How a clip is come by. */
export const CLIP_OPERATIONS = ['generate', 'transfer'] as const
export type ClipOperation = (typeof CLIP_OPERATIONS)[number]
