import {sleep} from '#random/timers'
import {type CheckFinding, warned, worstFinding} from '../model/finding.ts'
import {findingAt} from './ask-nodes.ts'
import type {CheckContext, NodeSide} from './check.ts'
import {PATIENCE} from './patience.ts'

/** What stands for the place users go to, where that is no node's own address. */
export const FRONT_NAME = 'public_url'
const AFTER_UNKNOWN = 'take a new one with assay node baseline'
/** What was refused or not there at all is no node that is behind. */
const REFUSED = /\banswered \d/

/** One question about data. `isNode`: it is asked of a node, and not of where users go. */
interface HolderQuestion {
  readonly ask: (at: CheckContext, isNode: boolean) => Promise<CheckFinding>
  /** Asks a node that the baseline does not know; if absent, such a node gets a warning. */
  readonly askUnknown?: (at: CheckContext) => Promise<CheckFinding>
  /** Nodes are asked one after the other, and a second time at most. */
  readonly isDear?: true
}

/** The nodes that have an address other than the one where users go: each may hold data that no other has. */
export function otherHolders({nodes, front}: Pick<CheckContext, 'nodes' | 'front'>): readonly NodeSide[] {
  return nodes.length > 1 ? nodes.filter(({client}) => client.baseUrl !== front.client.baseUrl) : []
}

/** Whether users go to a node's own address. */
export const isNodeAddress = ({nodes, front}: Pick<CheckContext, 'nodes' | 'front'>): boolean =>
  nodes.some(({client}) => client.baseUrl === front.client.baseUrl)

/** A context in which one node is asked alone, with what the baseline found there. */
export function atNode(context: CheckContext, node: NodeSide): CheckContext {
  const {before, notes} = context
  const {owner: _, ...own} = notes
  const held = before?.others.get(node.name)?.held
  return {
    ...context,
    front: node,
    nodes: [node],
    notes: own,
    before: before && held && {baseline: before.baseline, ...held, others: new Map()},
  }
}

/** Asks where users go, and each node that has another address; the worst findings speak. */
export async function askHolders(context: CheckContext, question: HolderQuestion): Promise<CheckFinding> {
  const {front, nodes, signal} = context
  const others = otherHolders(context)
  const own = nodes.find(({client}) => client.baseUrl === front.client.baseUrl)
  const askFront = () => question.ask(context, false)
  if (others.length === 0) return await askFront()
  const asked: readonly (readonly [name: string, ask: () => Promise<CheckFinding>])[] = [
    [own?.name ?? FRONT_NAME, () => (own === undefined ? askFront() : askPatiently(context, question, askFront))],
    ...others.map((node) => [node.name, () => askNode(context, node, question)] as const),
  ]
  const answer = async ([name, ask]: (typeof asked)[number]) => [name, await findingAt(signal, ask)] as const
  if (!question.isDear) return worstFinding(await Promise.all(asked.map(answer)))
  const found: (readonly [string, CheckFinding])[] = []
  for (const one of asked) found.push(await answer(one))
  return worstFinding(found)
}

async function askNode(context: CheckContext, node: NodeSide, question: HolderQuestion): Promise<CheckFinding> {
  const at = atNode(context, node)
  const known = context.before?.others.get(node.name)
  if (at.before === undefined)
    return (await question.askUnknown?.(at)) ?? warned(`${whyUnknown(known?.unread)}, so they were not compared`)
  const finding = await askPatiently(context, question, () => question.ask(at, true))
  return finding.reason === 'no_baseline' && known?.unread ? notCompared(known.unread) : finding
}

const whyUnknown = (unread: string | null | undefined) =>
  unread ? `its data are not in the baseline (${unread})` : `its data are not in the baseline: ${AFTER_UNKNOWN}`

const notCompared = (unread: string) =>
  warned(`not all of its data are in the baseline (${unread}), so these were not compared`)

/**
 * A node that copies what others have may be behind for a moment, and what is lost does not come back: one that lacks something is asked again. Where users go may be
 * another node each time, so a better answer there excuses nothing.
 */
async function askPatiently(
  {time, pauseMs, signal}: CheckContext,
  {isDear}: HolderQuestion,
  ask: () => Promise<CheckFinding>,
): Promise<CheckFinding> {
  const pauses = isDear ? [PATIENCE.reduce((sum, one) => sum + one)] : PATIENCE
  let finding = await ask()
  for (const pause of pauses) {
    if (!mayBeBehind(finding)) break
    await sleep(time, pause * pauseMs, signal)
    finding = await ask()
  }
  return finding
}

const mayBeBehind = ({status, reason = ''}: CheckFinding) =>
  (status === 'fail' || status === 'inconclusive') && !REFUSED.test(reason)
