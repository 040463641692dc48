import type {NodeInventory, NodeInventoryRepository, NodeRollbackLoss} from '#contract/generated/types'

/** What was written to a node between two inventories, as far as they tell: what a backup of the first time takes away. */
export function lostSince(then: NodeInventory, now: NodeInventory): NodeRollbackLoss {
  const before = new Map(then.repos.map((one) => [nameOf(one), one]))
  const after = new Map(now.repos.map((one) => [nameOf(one), one]))
  return {
    new_repositories: [...after.keys()].filter((name) => !before.has(name)),
    changed_repositories: [...after].flatMap(([name, one]) => (isChanged(before.get(name), one) ? [name] : [])),
    deleted_repositories: [...before.keys()].filter((name) => !after.has(name)),
    accounts: KINDS.flatMap((kind) => difference(kind, then.counts[kind], now.counts[kind])),
  }
}

/** Whether anything is lost at all. */
export const isLoss = (lost: NodeRollbackLoss): boolean => Object.values(lost).some((list) => list.length > 0)

const KINDS = ['tokens', 'keys', 'hooks'] as const

const nameOf = ({owner, name}: NodeInventoryRepository) => `${owner}/${name}`

const isChanged = (then: NodeInventoryRepository | undefined, {refs_sha256: now}: NodeInventoryRepository): boolean => {
  const before = then?.refs_sha256 ?? null
  return before !== null && now !== null && before !== now
}

function difference(kind: (typeof KINDS)[number], then: number | null, now: number | null): string[] {
  if (then === null || now === null || then === now) return []
  return [`${kind}: ${now} now, ${then} then`]
}
