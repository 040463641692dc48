import type {NodeUpgradePlan} from '#contract/generated/types'
import type {RunId} from '#contract/ids'
import type {UpgradeProgress} from './upgrade-progress.ts'

/** Data of a node that its backup took the place of. `folders`: where they lie, for people to type; none where nobody here knows. */
export interface ReplacedData {
  readonly node: string
  readonly folders: readonly string[]
}

const NAME = /\.replaced-(\d{8}T\d{9}Z)[^/]*$/

/** Whether a folder was put aside since an upgrade began, by the time in its name. */
export function isReplacedSince(folder: string, id: RunId): boolean {
  const at = NAME.exec(folder)?.[1]
  // Ids of runs begin with a time of the same form.
  return at !== undefined && at >= id.slice(0, at.length)
}

/** The replaced data of each node whose backup was restored, or whose restore failed. */
export function replacedData(
  {nodes}: Pick<NodeUpgradePlan, 'nodes'>,
  {begun}: Pick<UpgradeProgress, 'begun'>,
  foldersOf: (node: string) => readonly string[],
): ReplacedData[] {
  const restored = nodes.filter(({name}) => begun.back.has(`restore_data:${name}`))
  return restored.map(({name}) => ({node: name, folders: foldersOf(name)}))
}

/** What whoever reads of a rollback must know of them: pushes of that time are nowhere else. */
export const toldOfReplaced = (all: readonly ReplacedData[]): string[] =>
  all.map(({node, folders}) =>
    folders.length === 0
      ? `the data that the backup of ${node} replaced, with what was written since, are where restore_data of the adapter left them, if it keeps them`
      : `the data that the backup of ${node} replaced lie in ${folders.join(', ')}: what was written since the backup is there alone; remove them once nobody misses any of it`,
  )
