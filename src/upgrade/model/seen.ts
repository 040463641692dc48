import type {NodeTargetNode} from '#contract/generated/types'

/** One node as it answers at a moment. Undefined is not told. */
export interface SeenNode {
  readonly name: string
  readonly validator: boolean
  readonly weight: number
  readonly answers: boolean
  /** Why it does not answer. */
  readonly silence?: string | undefined
  /** It does not answer because nobody listens at its address. */
  readonly isClosed?: boolean | undefined
  readonly ready: boolean
  readonly version: string | undefined
  readonly schema: number | undefined
  readonly configSha256: string | undefined
  /** Digest of the file on the disk that the node is started with, as reported by the adapter that works on it. */
  readonly configFileSha256?: string | undefined
  readonly instance: string | undefined
  /** Lasts as long as its data do. */
  readonly nodeId?: string | undefined
  readonly startedAtMs?: number | undefined
  readonly uptimeSeconds?: number | undefined
  readonly synced: boolean | undefined
  readonly height: number | undefined
  readonly isLeader: boolean | undefined
  /** Whom it names. */
  readonly leader: string | undefined
  readonly quorum: number | undefined
}

/** The program of a release before it is installed. */
export interface SeenRelease {
  /** Hex. */
  readonly sha256: string | undefined
  /** Which release it says it is. */
  readonly version: string | undefined
  /** Which schema its data have, where it says so. */
  readonly schema: number | undefined
  /** What is wrong with it. */
  readonly fault: string | undefined
}

export const nodeWeight = ({weight = 1}: Pick<NodeTargetNode, 'weight'>): number => weight

/** The leader that nodes of at least a quorum name; undefined where they do not agree. */
export function leaderOf(nodes: readonly SeenNode[], quorum: number): string | undefined {
  const votes = new Map<string, number>()
  for (const {leader, weight} of nodes) if (leader !== undefined) votes.set(leader, (votes.get(leader) ?? 0) + weight)
  return [...votes].find(([, weight]) => weight >= quorum)?.[0]
}

/** Nodes that do not answer, each with why. */
export const silencesOf = (nodes: readonly SeenNode[]): string[] =>
  nodes.flatMap(({name, answers, silence}) => (answers || silence === undefined ? [] : [`${name}: ${silence}`]))
