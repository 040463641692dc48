import type {NodeUpgradePlan} from '#contract/generated/types'
import type {PartingWord} from '#report/parting-words'
import {fencedNodes, toldOfFence} from '../model/fenced-nodes.ts'
import {restorableNodes, toldOfLoss} from '../model/moved-data.ts'
import {abortCommand, nextCommand} from '../model/next-command.ts'
import {standingStill} from '../model/standing-still.ts'
import type {UpgradeProgress} from '../model/upgrade-progress.ts'

interface Driven {
  readonly id: string
  readonly plan: NodeUpgradePlan
  /** The command line, for what it says of the place. */
  readonly argv: readonly string[]
}

/** For whoever does not wait until a driver has paused; undefined where nothing is left to do. */
export function upgradePartingWord({id, plan, argv}: Driven, progress: UpgradeProgress): PartingWord | undefined {
  const {state} = progress
  const standing = {state, id, plan}
  const next = nextCommand(standing, argv)
  if (next === null) return undefined
  const still = standingStill(plan, progress)
  const fenced = fencedNodes(plan, progress)
  const back = abortCommand(standing, argv)
  return {
    lines: [
      ...(still.length > 0 ? [`${still.join(', ')} may stand still, and nobody starts it now`] : []),
      ...toldOfFence(fenced).map((told) => `${told}, and nobody lets them in again now`),
      ...toldOfLoss(restorableNodes(plan, progress)).map((told) => `Mind: ${told}`),
      ...(back === null ? [] : [`To put back what was done: ${back}`]),
      `State ${state}, next  ${next}`,
    ],
    isUnsafe: still.length > 0 || fenced.length > 0 || state === 'rolling_back',
  }
}
