import {judgeSteadiness} from '../judge/judge-steadiness.ts'
import type {CheckFinding} from '../model/finding.ts'
import {processIn, SILENT_PROCESS} from '../model/process-look.ts'
import {askNodes} from './ask-nodes.ts'
import {askStatus} from './ask-status.ts'
import type {Check, CheckContext, NodeSide} from './check.ts'

export const STEADINESS_CHECKS: readonly Check[] = [
  {
    id: 'svc.steady',
    title: 'No node crashed or was restarted between two looks',
    mode: 'observe',
    ask: (context) => askNodes(context, (node) => checkSteadiness(context, node)),
  },
]

async function checkSteadiness(context: CheckContext, node: NodeSide): Promise<CheckFinding> {
  const {processes} = context.notes
  const told = await askStatus(context, node, processIn)
  const now = {...SILENT_PROCESS, ...told, atMs: context.time.nowMs()}
  const before = processes.get(node.name)
  // One that told nothing this time is held against the last that did.
  if (told !== undefined) processes.set(node.name, now)
  return judgeSteadiness(before, now)
}
