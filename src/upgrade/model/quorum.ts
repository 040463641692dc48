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
  const weighed = validators.map((one) => ({...one, isAway: isAway(one)}))
  return mayTakeDown(weighed, name)
}

const isAway = ({answers, synced}: SeenNode): boolean => !answers || synced !== true

/** Who is away beside a node, in words; empty where nobody is. */
export const awayText = (seen: readonly SeenNode[], name: string): string =>
  seen
    .filter((one) => one.validator && one.name !== name && isAway(one))
    .map((one) => `${one.name} ${one.answers ? 'is not in step' : 'does not answer'}`)
    .join(', ')

const sum = (nodes: readonly WeighedNode[]): number => nodes.reduce((all, {weight}) => all + weight, 0)

/** Who is next of those that were not upgraded yet: the first that does not lead. Undefined where the leader alone is left. */
export const nextValidator = (queue: readonly string[], leader: string | undefined): string | undefined =>
  queue.find((name) => name !== leader)
