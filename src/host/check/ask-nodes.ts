import {faultFinding} from '../judge/fault-finding.ts'
import {type CheckFinding, worstFinding} from '../model/finding.ts'
import type {CheckContext, NodeSide} from './check.ts'

/** Asks each node one question, all side by side; the worst findings speak. One that cannot be asked takes no answer from the others. */
export async function askNodes(
  {nodes, signal}: Pick<CheckContext, 'nodes' | 'signal'>,
  ask: (node: NodeSide) => Promise<CheckFinding>,
): Promise<CheckFinding> {
  const found = await Promise.all(
    nodes.map(async (node) => [node.name, await findingAt(signal, () => ask(node))] as const),
  )
  return worstFinding(found)
}

/** What one of several was found to be, whatever becomes of asking it. Throws the reason of the signal, and as `faultFinding` does. */
export async function findingAt(signal: AbortSignal, ask: () => Promise<CheckFinding>): Promise<CheckFinding> {
  try {
    return await ask()
  } catch (error) {
    signal.throwIfAborted()
    return faultFinding(error)
  }
}
