import type {NodeUpgradePlan} from '#contract/generated/types'
import {untouchedNodes} from './absent-nodes.ts'
import {crowdedBy, isMissing, isSilent} from './quorum.ts'
import type {SeenNode} from './seen.ts'
import type {UpgradeProgress} from './upgrade-progress.ts'

/**
 * Whether a validator may be stopped on the way back at a moment. `taken`: there is no room, and it is to be put back all the same; `kept`: it serves, and
 * nothing is known to be wrong with it or nothing presses, so it stays up. `away`: who is away, in words; `strangers`: those whom the upgrade did not touch,
 * and which nobody brings up on this way; `silent`: those of them that do not answer.
 */
export type RoomBack =
  | {readonly kind: 'free'}
  | {readonly kind: 'taken'; readonly away: string}
  | {
      readonly kind: 'kept'
      readonly away: string
      readonly strangers: readonly string[]
      readonly silent: readonly string[]
    }

interface Asked {
  readonly name: string
  readonly seen: readonly SeenNode[]
  /** The way back was asked for, and no step that failed leads there. */
  readonly isAsked: boolean
}

export function roomBack(
  plan: Pick<NodeUpgradePlan, 'accepts_halt' | 'nodes'>,
  progress: UpgradeProgress,
  {name, seen, isAsked}: Asked,
): RoomBack {
  const away = crowdedBy(plan, seen, name)
  if (away === undefined || isSilent(seen, name)) return {kind: 'free'}
  const own = seen.find((one) => one.name === name)
  const isGood = isAsked || progress.done.forth.has(`check:${name}`)
  // One that is away itself is missed by nobody.
  if (away === '' || !isGood || own === undefined || isMissing(own)) return {kind: 'taken', away}
  const untouched = untouchedNodes(plan, progress)
  const strangers = seen.filter((one) => one.validator && untouched.includes(one.name) && isMissing(one))
  const names = (some: readonly SeenNode[]) => some.map((one) => one.name)
  return {kind: 'kept', away, strangers: names(strangers), silent: names(strangers.filter(({answers}) => !answers))}
}
