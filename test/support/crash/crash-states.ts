import type {Stream} from '#random/stream'
import {CrashState, type Fate, type Tear} from './crash-state.ts'
import type {ModelDisk} from './model-disk.ts'
import {type ModelNode, nodesBelow, possibleVersions} from './model-node.ts'

const SECTOR_BYTES = 512

/** How many points of death of a story are looked at, and how many states of each. */
export interface Budget {
  readonly points: number
  readonly statesPerPoint: number
}

/**
 * States that a power cut may leave, after operations 0 to the last. All of a point where there are few; else the extremes
 * (nothing and everything was written, one thing alone was or was not) and others by chance. No state comes twice.
 */
export function* crashStates(
  disk: ModelDisk,
  budget: Budget,
  chance: Pick<Stream, 'int'>,
  mtimeMs: number,
): Generator<CrashState> {
  const nodes = nodesBelow(disk.root)
  const points = Array.from({length: disk.ops + 1}, (_, at) => at)
  const wanted = points.length <= budget.points ? points : samplePoints(points, budget.points, chance)
  for (const at of wanted) {
    const open = [...nodes].flatMap((node): [ModelNode, Fate[]][] => {
      const fates = fatesOf(node, at, chance)
      return fates.length > 1 ? [[node, fates]] : []
    })
    const seen = new Set<string>()
    for (const fates of combinations(open, budget.statesPerPoint, chance)) {
      const state = new CrashState(disk.root, at, fates, mtimeMs)
      const {key} = state
      if (seen.has(key)) continue
      seen.add(key)
      yield state
    }
  }
}

function samplePoints(points: readonly number[], count: number, chance: Pick<Stream, 'int'>): number[] {
  return Array.from({length: count}, (_, part) => {
    const from = Math.floor((part * points.length) / count)
    const to = Math.floor(((part + 1) * points.length) / count)
    return points[from + chance.int(to - from)] ?? from
  })
}

function fatesOf(node: ModelNode, at: number, chance: Pick<Stream, 'int'>): Fate[] {
  const {durable, last} = possibleVersions(node, at)
  const whole = Array.from({length: last - durable + 1}, (_, more): Fate => ({version: durable + more}))
  if (node.kind === 'directory' || last === durable) return whole
  const after = node.versions[last]?.content.length ?? 0
  const size = after - (node.versions[last - 1]?.content.length ?? 0)
  return [...whole, ...tearsOf(size, chance).map((tear): Fate => ({version: last, tear}))]
}

/** A write of one sector may still be cut anywhere: where the file ends is written at another time than its bytes. */
function tearsOf(size: number, chance: Pick<Stream, 'int'>): Tear[] {
  if (size < 2) return []
  const cuts = [1, size - 1, 1 + chance.int(size - 1)].map((bytes): Tear => ({how: 'cut', bytes}))
  const sectors = Math.floor((size - 1) / SECTOR_BYTES)
  const holes = [size, ...(sectors > 0 ? [SECTOR_BYTES * (1 + chance.int(sectors))] : [])]
  return [...cuts, ...holes.map((bytes): Tear => ({how: 'hole', bytes}))]
}

function* combinations(
  open: readonly (readonly [ModelNode, readonly Fate[]])[],
  most: number,
  chance: Pick<Stream, 'int'>,
): Generator<Map<ModelNode, Fate>> {
  const total = open.reduce((product, [, fates]) => product * fates.length, 1)
  if (total <= most) {
    for (let number = 0; number < total; number++) yield numbered(open, number)
    return
  }
  const pick = (choose: (fates: readonly Fate[], at: number) => Fate | undefined) =>
    new Map(open.flatMap(([node, fates], at) => [[node, choose(fates, at) ?? {version: 0}] as const]))
  const lost = (fates: readonly Fate[]) => fates[0]
  const kept = (fates: readonly Fate[]) => fates.findLast((fate) => !fate.tear)
  const byChance = (fates: readonly Fate[]) => fates[chance.int(fates.length)]
  const alone = chance.int(open.length)
  yield pick(lost)
  yield pick(kept)
  yield pick((fates, at) => (at === alone ? lost(fates) : kept(fates)))
  yield pick((fates, at) => (at === alone ? byChance(fates) : lost(fates)))
  for (let left = most - 4; left > 0; left--) yield pick(byChance)
}

/** The combination with this number, read as digits of mixed base. */
function numbered(open: readonly (readonly [ModelNode, readonly Fate[]])[], number: number): Map<ModelNode, Fate> {
  let rest = number
  return new Map(
    open.map(([node, fates]) => {
      const fate = fates[rest % fates.length] ?? {version: 0}
      rest = Math.floor(rest / fates.length)
      return [node, fate] as const
    }),
  )
}
