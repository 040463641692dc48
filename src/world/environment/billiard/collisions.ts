/** Discs of one radius and mass in the unit square. A state is `[discs, 4]`: x, y, vx, vy. */
interface Table {
  readonly discs: number
  readonly radius: number
  /** Speed after a collision over speed before, along the line of it: 1 keeps the energy. */
  readonly restitution: number
}

/** What happens next: a disc meets a wall (of which axis), or another disc. */
type Event = {readonly after: number; readonly disc: number} & ({readonly axis: 0 | 1} | {readonly other: number})

/** A table on which more happens in one step is no table any more: discs that overlap, or numbers that are none. */
const MOST_EVENTS = 1000

/** Moves all discs for `seconds`, from collision to collision, in place, without friction or spin. */
export function playOn(states: Float64Array, from: number, seconds: number, table: Table): void {
  let left = seconds
  for (let events = 0; events < MOST_EVENTS; events++) {
    const next = nextEvent(states, from, table)
    const isOver = next === undefined || next.after >= left
    const passed = isOver ? left : next.after
    for (let disc = 0, at = from; disc < table.discs; disc++, at += 4) {
      states[at] = read(states, at) + read(states, at + 2) * passed
      states[at + 1] = read(states, at + 1) + read(states, at + 3) * passed
    }
    if (isOver) return
    left -= passed
    bounce(states, from, next, table)
  }
}

/** The earliest event; of several at once the one of the first disc, walls before discs. */
function nextEvent(states: Float64Array, from: number, table: Table): Event | undefined {
  let first: Event | undefined
  const offer = (event: Event) => {
    if (event.after < (first?.after ?? Number.POSITIVE_INFINITY)) first = event
  }
  for (let disc = 0; disc < table.discs; disc++) {
    for (const axis of [0, 1] as const) offer({after: untilWall(states, from + 4 * disc + axis, table), disc, axis})
    for (let other = disc + 1; other < table.discs; other++) {
      offer({after: untilTouch(states, [from + 4 * disc, from + 4 * other], table), disc, other})
    }
  }
  return first
}

function untilWall(states: Float64Array, at: number, {radius}: Table): number {
  const [place, speed] = [read(states, at), read(states, at + 2)]
  if (speed === 0) return Number.POSITIVE_INFINITY
  const wall = speed > 0 ? 1 - radius : radius
  return Math.max(0, (wall - place) / speed)
}

function untilTouch(states: Float64Array, [one, other]: readonly [number, number], {radius}: Table): number {
  const [dx, dy] = [read(states, other) - read(states, one), read(states, other + 1) - read(states, one + 1)]
  const [vx, vy] = [read(states, other + 2) - read(states, one + 2), read(states, other + 3) - read(states, one + 3)]
  const approach = dx * vx + dy * vy
  // Discs that part never touch, even where rounding left them a hair inside each other.
  if (!(approach < 0)) return Number.POSITIVE_INFINITY
  const speed2 = vx * vx + vy * vy
  const gap = dx * dx + dy * dy - 4 * radius * radius
  const room = approach * approach - speed2 * gap
  return room < 0 ? Number.POSITIVE_INFINITY : Math.max(0, (-approach - Math.sqrt(room)) / speed2)
}

function bounce(states: Float64Array, from: number, event: Event, {restitution}: Table): void {
  const one = from + 4 * event.disc
  if ('axis' in event) {
    states[one + 2 + event.axis] = -restitution * read(states, one + 2 + event.axis)
    return
  }
  const other = from + 4 * event.other
  const [dx, dy] = [read(states, other) - read(states, one), read(states, other + 1) - read(states, one + 1)]
  const [vx, vy] = [read(states, other + 2) - read(states, one + 2), read(states, other + 3) - read(states, one + 3)]
  // Equal masses swap their speeds along the line of centres, if no energy is lost.
  const swapped = (((1 + restitution) / 2) * (dx * vx + dy * vy)) / (dx * dx + dy * dy)
  states[one + 2] = read(states, one + 2) + swapped * dx
  states[one + 3] = read(states, one + 3) + swapped * dy
  states[other + 2] = read(states, other + 2) - swapped * dx
  states[other + 3] = read(states, other + 3) - swapped * dy
}

function read(states: Float64Array, at: number): number {
  return states[at] ?? Number.NaN
}
