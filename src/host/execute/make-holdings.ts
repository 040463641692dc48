import type {NodeInventoryNode, NodeSentinels} from '#contract/generated/types'
import {digestOf} from '#digest/canonical-json'
import {AssayError} from '#error/assay-error'
import {cutText} from '#error/cut-text'
import {sleep} from '#random/timers'
import {atNode, otherHolders} from '../check/ask-holders.ts'
import type {CheckContext, HeldData, NodeBefore, NodeHolding} from '../check/check.ts'
import {PATIENCE} from '../check/patience.ts'
import {fullName} from '../check/repository.ts'
import {faultFinding} from '../judge/fault-finding.ts'
import {makeInventory, readHeld, sealInventory} from './make-inventory.ts'

const LONGEST = 500
const NONE: NodeSentinels = {token_id: null, hook_id: null, repository: null}

/** What users have where they go, and what each node with another address has. Throws as `makeInventory` does; what a node does not give is told in its holding. */
export async function makeHoldings(
  context: CheckContext,
  sentinels: NodeSentinels,
  isFenced: boolean,
): Promise<Omit<NodeBefore, 'baseline'>> {
  const front = await makeInventory(context, sentinels, isFenced)
  const nodes = otherHolders(context)
  if (nodes.length === 0) return {...front, others: new Map()}
  const found = await Promise.all(
    nodes.map(async (node) => [node.name, await settledHolding(atNode(context, node), front)] as const),
  )
  const inventory = sealInventory({...front.inventory, nodes: found.map(([name, held]) => nodeOf(name, held))})
  return {refs: front.refs, inventory, others: new Map(found)}
}

/** A node that copies what others have may be behind for a moment: one that has other things than users see is read again, and what it has last counts. */
async function settledHolding(at: CheckContext, front: HeldData): Promise<NodeHolding> {
  let holding = await holdingOf(at, front)
  for (const pause of PATIENCE) {
    if (holding.held === undefined || isSame(holding.held, front)) break
    await sleep(at.time, pause * at.pauseMs, at.signal)
    holding = await holdingOf(at, front)
  }
  return holding
}

async function holdingOf(at: CheckContext, front: HeldData): Promise<NodeHolding> {
  try {
    const {held, problems} = await readHeld(at, NONE, front.inventory.writes_fenced)
    return {held, unread: problems[0] ?? null}
  } catch (error) {
    at.signal.throwIfAborted()
    if (!(error instanceof AssayError)) throw error
    return {held: undefined, unread: cutText(faultFinding(error).reason ?? error.code, LONGEST)}
  }
}

/** Whether both have the same repositories with the same refs, in whatever order. */
function isSame(one: HeldData, other: HeldData): boolean {
  const digest = ({inventory: {repos}}: HeldData) =>
    digestOf(repos.map((repo) => `${fullName(repo)} ${repo.refs_sha256}`).toSorted())
  return digest(one) === digest(other)
}

function nodeOf(name: string, {held, unread}: NodeHolding): NodeInventoryNode {
  const {repos = null, counts = {tokens: null, keys: null, hooks: null}, accounts = []} = held?.inventory ?? {}
  return {name, unread, repos, counts, accounts}
}
