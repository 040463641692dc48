import type {NodeUpgradePlan} from '#contract/generated/types'
import type {SeenNode} from './seen.ts'

/** Weight that must agree: floor(2W/3)+1 of the total weight W. */
export const quorumOf = (total: number): number => Math.floor((2 * total) / 3) + 1

/** f: the largest whole weight strictly below a third of the total; so much may be away or wrong. */
export const toleratedOf = (total: number): number => Math.ceil(total / 3) - 1

/** A validator of a moment. `isAway`: down, not in step, or being upgraded. */
export interface WeighedNode {
  readonly name: string
  readonly weight: number
  readonly isAway: boolean
}

/**
 * Whether one more may be taken down: what is away then weighs at most f, and what is left at least the quorum. Both are asked, for with
 * unequal weights one does not follow from the other.
 */
export function mayTakeDown(nodes: readonly WeighedNode[], name: string): boolean {
  const total = sum(nodes)
  const away = sum(nodes.filter((one) => one.isAway || one.name === name))
  return away <= toleratedOf(total) && total - away >= quorumOf(total)
}

/** Whether there is room for one less at this moment. Away is what does not answer, or is not in step. */
export function hasRoom(seen: readonly SeenNode[], name: string): boolean {
  const validators = seen.filter(({validator}) => validator)
  const weighed = validators.map((one) => ({...one, isAway: isMissing(one)}))
  return mayTakeDown(weighed, name)
}

/** Whether a quorum is left without these. */
export function hasQuorumWithout(
  nodes: readonly Pick<WeighedNode, 'name' | 'weight'>[],
  names: readonly string[],
): boolean {
  const total = sum(nodes)
  return total - sum(nodes.filter(({name}) => names.includes(name))) >= quorumOf(total)
}

export const isMissing = ({answers, synced}: Pick<SeenNode, 'answers' | 'synced'>): boolean =>
  !answers || synced !== true

/** Who is away, where that leaves no room for one less; undefined where there is. */
export const crowdedBy = (
  {accepts_halt}: Pick<NodeUpgradePlan, 'accepts_halt'>,
  seen: readonly SeenNode[],
  name: string,
): string | undefined => (accepts_halt || hasRoom(seen, name) ? undefined : awayText(seen, name))

export const isSilent = (seen: readonly SeenNode[], name: string): boolean =>
  seen.some((node) => node.name === name && !node.answers)

/** Who is away beside a node, in words; empty where nobody is. */
export const awayText = (seen: readonly SeenNode[], name: string): string =>
  seen
    .filter((one) => one.validator && one.name !== name && isMissing(one))
    .map((one) => `${one.name} ${one.answers ? 'is not in step' : 'does not answer'}`)
    .join(', ')

const sum = (nodes: readonly Pick<WeighedNode, 'weight'>[]): number => nodes.reduce((all, {weight}) => all + weight, 0)

/** Who is next of those that were not upgraded yet: the first that does not lead. Undefined where the leader alone is left. */
export const nextValidator = (queue: readonly string[], leader: string | undefined): string | undefined =>
  queue.find((name) => name !== leader)
