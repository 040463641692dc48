import {type CheckFinding, worstFinding} from '../model/finding.ts'
import type {CheckContext, NodeSide} from './check.ts'

/** Asks each node one question, all side by side; the worst finding speaks. Throws what a question throws. */
export async function askNodes(
  {nodes}: Pick<CheckContext, 'nodes'>,
  ask: (node: NodeSide) => Promise<CheckFinding>,
): Promise<CheckFinding> {
  return worstFinding(await Promise.all(nodes.map(async (node) => [node.name, await ask(node)] as const)))
}
