import {cos, sin} from '../../math/trigonometry.ts'

/** Half the side of the block, in metres. */
export const HALF_WIDTH = 0.05
// Radius of the limit surface: how a turning moment weighs against a force.
const RADIUS = 0.038
const RADIUS_2 = RADIUS * RADIUS

// What one substep works out stays here: an object each would cost more than the physics.
const moved = new Float64Array(2)
/** Where the pusher touches, in the block's frame: contact point, inward normal, and how deep it has got in. */
const contact = {x: Number.NaN, y: Number.NaN, nx: Number.NaN, ny: Number.NaN, depth: Number.NaN}

/** How the pusher moved in this substep, and the friction between pusher and block. */
export interface Push {
  readonly wx: number
  readonly wy: number
  readonly friction: number
}

/**
 * Moves the block of the state (px, py, bx, by, β) at `states[from]` if the pusher has entered it, in place: quasi-static, sticking or
 * sliding at the contact. Source: Lynch and Mason, Stable Pushing, 1996 (limit surface and motion cone).
 */
export function pushedBy(states: Float64Array, from: number, push: Push): void {
  const dx = (states[from] ?? Number.NaN) - (states[from + 2] ?? Number.NaN)
  const dy = (states[from + 1] ?? Number.NaN) - (states[from + 3] ?? Number.NaN)
  // Beyond this no turn of the block can bring the pusher in; most steps end here, without sine and cosine.
  if (dx * dx + dy * dy > 2 * HALF_WIDTH * HALF_WIDTH) return
  const angle = states[from + 4] ?? Number.NaN
  const s = sin(angle)
  const c = cos(angle)
  const lx = c * dx + s * dy
  const ly = c * dy - s * dx
  const deepX = HALF_WIDTH - Math.abs(lx)
  const deepY = HALF_WIDTH - Math.abs(ly)
  if (!(deepX > 0 && deepY > 0)) return
  contact.x = lx
  contact.y = ly
  if (deepX < deepY) touchX(deepX)
  else touchY(deepY)
  slide(c * push.wx + s * push.wy, c * push.wy - s * push.wx, push.friction)
  const fx = moved[0] ?? Number.NaN
  const fy = moved[1] ?? Number.NaN
  states[from + 2] = (states[from + 2] ?? Number.NaN) + c * fx - s * fy
  states[from + 3] = (states[from + 3] ?? Number.NaN) + s * fx + c * fy
  states[from + 4] = angle + (contact.x * fy - contact.y * fx) / RADIUS_2
}

/** Brings the contact to the face across x that the pusher came through. */
function touchX(depth: number): void {
  const side = contact.x >= 0 ? 1 : -1
  contact.x = side * HALF_WIDTH
  contact.nx = -side
  contact.ny = 0
  contact.depth = depth
}

function touchY(depth: number): void {
  const side = contact.y >= 0 ? 1 : -1
  contact.y = side * HALF_WIDTH
  contact.nx = 0
  contact.ny = -side
  contact.depth = depth
}

/** How far the block moves, in its own frame: with the pusher while friction holds, else sliding on the edge of the friction cone. */
function slide(vx: number, vy: number, friction: number): void {
  const {x, y, nx, ny, depth} = contact
  const inward = Math.max(vx * nx + vy * ny, 0, depth)
  const along = vy * nx - vx * ny
  const momentN = x * ny - y * nx
  const momentT = x * nx + y * ny
  const a11 = 1 + (momentN * momentN) / RADIUS_2
  const a22 = 1 + (momentT * momentT) / RADIUS_2
  const a12 = (momentN * momentT) / RADIUS_2
  const determinant = a11 * a22 - a12 * a12
  let fn = (inward * a22 - along * a12) / determinant
  let ft = (along * a11 - inward * a12) / determinant
  if (Math.abs(ft) > friction * fn) {
    const edge = (ft >= 0 ? 1 : -1) * friction
    fn = inward / (a11 + edge * a12)
    ft = edge * fn
  }
  moved[0] = fn * nx - ft * ny
  moved[1] = fn * ny + ft * nx
}
