import {isRecord} from '#contract/is-record'
import {sleep} from '#random/timers'
import {statusText} from '../client/answer-text.ts'
import {asText, readField} from '../model/field.ts'
import {type CheckFinding, passedUnless, skipped} from '../model/finding.ts'
import {illParts} from '../model/status-values.ts'
import {askNodes} from './ask-nodes.ts'
import type {Check, CheckContext, NodeSide} from './check.ts'

const POLLS = 3

/** The service promises readiness alone; the other two are there where a node has them. */
const health = (kind: 'live' | 'ready' | 'startup'): Check => ({
  id: `health.${kind}`,
  title: `/health/${kind} says that all is well, three times in a row`,
  mode: 'quick',
  ask: (context) => askNodes(context, (node) => checkHealth(context, node, kind)),
})

export const HEALTH_CHECKS: readonly Check[] = [health('live'), health('ready'), health('startup')]

async function checkHealth(context: CheckContext, node: NodeSide, kind: string): Promise<CheckFinding> {
  const {time, pauseMs, signal} = context
  for (let poll = 1; ; poll++) {
    const finding = await lookAtHealth(context, node, kind)
    if (finding.status !== 'pass' || poll === POLLS) return finding
    await sleep(time, pauseMs, signal)
  }
}

async function lookAtHealth({target, signal}: CheckContext, node: NodeSide, kind: string): Promise<CheckFinding> {
  const ok = target.expect.health_ok
  const reply = await node.open.ask({path: `/health/${kind}`}, signal)
  const says = readField(reply.json, ['status', 'state'], asText)
  const seen = {
    expected: `200, JSON, status ${ok.join(' or ')}`,
    observed: {status: reply.status, says: says?.value ?? null, type: reply.headers['content-type'] ?? null},
    fieldPaths: says ? [says.path] : [],
  }
  if (reply.status === 404 && kind !== 'ready') return skipped('capability_absent', seen)
  const ill = illParts(reply.json, ok)
  return passedUnless(
    [
      [reply.status !== 200, statusText(reply)],
      [!isRecord(reply.json), 'the answer is no JSON object'],
      [says === undefined, 'the answer has no status'],
      [!ok.some((word) => word === says?.value), `the status is not ${ok.join(' or ')}`],
      [ill.length > 0, `not well: ${ill.join(', ')}`],
    ],
    seen,
  )
}
