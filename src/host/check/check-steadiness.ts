import {judgeSteadiness, type ProcessLook} from '../judge/judge-steadiness.ts'
import {asTime, readField} from '../model/field.ts'
import type {CheckFinding} from '../model/finding.ts'
import {instanceIn} from '../model/status-values.ts'
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

/** Undefined where a page tells nothing of its process. */
function processIn(document: unknown): Omit<ProcessLook, 'atMs'> | undefined {
  const instance = instanceIn(document)?.value
  const startedAtMs = readField(document, ['started_at'], asTime)?.value
  const uptimeSeconds = readField(document, ['uptime_seconds'], asSeconds)?.value
  const isTold = [instance, startedAtMs, uptimeSeconds].some((value) => value !== undefined)
  return isTold ? {instance, startedAtMs, uptimeSeconds} : undefined
}

const asSeconds = (value: unknown) => (typeof value === 'number' && value >= 0 ? value : undefined)

async function checkSteadiness(context: CheckContext, node: NodeSide): Promise<CheckFinding> {
  const {processes} = context.notes
  const told = await askStatus(context, node, processIn)
  const silent = {instance: undefined, startedAtMs: undefined, uptimeSeconds: undefined}
  const now = {...silent, ...told, atMs: context.time.nowMs()}
  const before = processes.get(node.name)
  // One that told nothing this time is held against the last that did.
  if (told !== undefined) processes.set(node.name, now)
  return judgeSteadiness(before, now)
}
