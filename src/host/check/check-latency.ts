import {isRecord} from '#contract/is-record'
import {cameText} from '../client/answer-text.ts'
import {isOk} from '../client/host-client.ts'
import {asText, readField} from '../model/field.ts'
import {type CheckFinding, failed, passed, unclear, warned} from '../model/finding.ts'
import {FRONT_NAME, isNodeAddress} from './ask-holders.ts'
import {askNodes} from './ask-nodes.ts'
import type {Check, CheckContext, NodeSide} from './check.ts'

export const LATENCY_CHECKS: readonly Check[] = [
  {
    id: 'res.latency',
    title: 'Answers come within a second, or within the limit of the target',
    mode: 'quick',
    ask: checkLatency,
  },
]

const LOOKS = 3
/** Nobody said what is too late: then this is worth a word, and no more. */
const USUAL_MOST_MS = 1000

/** Of each node, and of where users go. */
function checkLatency(context: CheckContext): Promise<CheckFinding> {
  const {nodes, front, signal} = context
  const places = isNodeAddress(context) ? nodes : [...nodes, {...front, name: FRONT_NAME}]
  return askNodes({nodes: places, signal}, (node) => latencyOf(context, node))
}

/** The fastest of some answers counts: a busy machine makes one late, and a node that is late makes all. */
async function latencyOf({target, signal}: CheckContext, {open}: NodeSide): Promise<CheckFinding> {
  const limit = target.profile.objectives?.read_p99_ms
  const mostMs = limit ?? USUAL_MOST_MS
  const times: number[] = []
  const seen = {expected: `an answer within ${mostMs} ms`, observed: {ms: times}}
  while (times.length < LOOKS) {
    const reply = await open.ask({path: '/health/ready'}, signal)
    if (!isOk(reply) || readField(reply.json, ['status', 'state'], asText) === undefined) {
      const lacks = isOk(reply) && isRecord(reply.json) ? ' without a status' : ''
      return unclear(`/health/ready ${cameText(reply)}${lacks}, so nobody knows how long an answer takes`, seen)
    }
    times.push(Math.round(reply.ms))
    if (reply.ms <= mostMs) return passed(seen)
  }
  const told = `the fastest of ${LOOKS} answers came after ${Math.min(...times)} ms`
  return limit === undefined
    ? warned(`${told}; objectives.read_p99_ms of the target would make a limit of it`, seen)
    : failed(`${told}, and objectives.read_p99_ms is ${limit}`, seen)
}
