import {isRecord} from '#contract/is-record'
import {cameText} from '../client/answer-text.ts'
import {type HostReply, isOk} from '../client/host-client.ts'
import {asText, readField} from '../model/field.ts'
import {type CheckFinding, failed, passed, unclear, warned} from '../model/finding.ts'
import {FRONT_NAME, isNodeAddress} from './ask-holders.ts'
import {askNodes} from './ask-nodes.ts'
import type {Check, CheckContext, NodeSide} from './check.ts'

export const LATENCY_CHECKS: readonly Check[] = [
  {
    id: 'res.latency',
    title: 'Health and API answer within a second, or within the limit of the target',
    mode: 'quick',
    ask: checkLatency,
  },
]

const LOOKS = 3
/** Nobody said what is too late: then this is worth a word, and no more. */
const USUAL_MOST_MS = 1000
const READY = '/health/ready'
/** What users ask, and what is there for who has no token. */
const [REPOSITORIES, STATUS] = ['/api/repos', '/api/node/status']

/** Measures the latency of each node, and of the address that users call. */
function checkLatency(context: CheckContext): Promise<CheckFinding> {
  const {nodes, front, signal} = context
  const places = isNodeAddress(context) ? nodes : [...nodes, {...front, name: FRONT_NAME}]
  return askNodes({nodes: places, signal}, (node) => latencyOf(context, node))
}

/** Health first: a node that is late with that is late with everything, and is asked no more. */
async function latencyOf({target, signal}: CheckContext, node: NodeSide): Promise<CheckFinding> {
  const limit = target.profile.objectives?.read_p99_ms
  const mostMs = limit ?? USUAL_MOST_MS
  const ms: Record<string, number[]> = {}
  const seen = {expected: `an answer within ${mostMs} ms`, observed: {ms}}
  for (const path of [READY, node.hasToken ? REPOSITORIES : STATUS]) {
    const times: number[] = []
    ms[path] = times
    const {strange, isLate} = await timeLooks(node, {path, mostMs, times}, signal)
    if (strange !== undefined) return unclear(`${path} ${strange}, so nobody knows how long an answer takes`, seen)
    if (!isLate) continue
    const told = `the fastest of ${LOOKS} answers to ${path} came after ${Math.min(...times)} ms`
    return limit === undefined
      ? warned(`${told}; objectives.read_p99_ms of the target would make a limit of it`, seen)
      : failed(`${told}, and objectives.read_p99_ms is ${limit}`, seen)
  }
  return passed(seen)
}

interface Looks {
  readonly path: string
  readonly mostMs: number
  /** How long each look took. */
  readonly times: number[]
}

/** The fastest of some answers counts: a busy machine makes one late, and a node that is late makes all. What came instead of an answer of the node, where something did. */
async function timeLooks(
  {open, client}: NodeSide,
  {path, mostMs, times}: Looks,
  signal: AbortSignal,
): Promise<{readonly strange?: string; readonly isLate: boolean}> {
  while (times.length < LOOKS) {
    const reply = await (path === REPOSITORIES ? client : open).ask({path}, signal)
    const strange = path === READY ? strangeHealth(reply) : strangeAnswer(reply)
    if (strange !== undefined) return {strange, isLate: false}
    times.push(Math.round(reply.ms))
    if (reply.ms <= mostMs) return {isLate: false}
  }
  return {isLate: true}
}

function strangeHealth(reply: HostReply): string | undefined {
  if (isOk(reply) && readField(reply.json, ['status', 'state'], asText) !== undefined) return undefined
  return cameText(reply) + (isOk(reply) && isRecord(reply.json) ? ' without a status' : '')
}

/** A refusal, or that there is no such page, is an answer of the API as well: whether it is right, other checks say. */
function strangeAnswer(reply: HostReply): string | undefined {
  const isTold = isOk(reply) || (reply.status >= 400 && reply.status < 500)
  return isTold ? undefined : cameText(reply)
}
