import {isAbsolute} from 'node:path/posix'
import type {NodeUpgradePlan} from '#contract/generated/types'
import type {RunId} from '#contract/ids'
import {shellWord, typedPath} from '#path/shown-path'
import type {NodeHands} from '../model/hands.ts'
import {isReplacedSince, type ReplacedData, replacedData} from '../model/replaced-data.ts'
import type {UpgradeProgress} from '../model/upgrade-progress.ts'

/** A path as people type it from where they are. */
export const typedFrom = (path: string, cwd: string): string =>
  shellWord(isAbsolute(path) ? typedPath(path, cwd) : path)

interface Replaced {
  readonly id: RunId
  readonly plan: Pick<NodeUpgradePlan, 'nodes'>
  readonly progress: Pick<UpgradeProgress, 'begun'>
  readonly hands: Pick<NodeHands, 'replacedData'>
  readonly cwd: string
}

/** What the way back put aside until now, where it lies. */
export const findReplaced = ({id, plan, progress, hands, cwd}: Replaced): ReplacedData[] =>
  replacedData(plan, progress, (node) =>
    hands
      .replacedData(node)
      .filter((folder) => isReplacedSince(folder, id))
      .map((folder) => typedFrom(folder, cwd)),
  )
