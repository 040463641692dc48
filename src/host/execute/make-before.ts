import type {NodeBaseline, NodeBaselineNode} from '#contract/generated/types'
import {isRecord} from '#contract/is-record'
import {AssayError} from '#error/assay-error'
import {timestamp} from '#random/clock'
import {askStatus} from '../check/ask-status.ts'
import type {CheckContext, NodeBefore, NodeSide} from '../check/check.ts'
import {HEALTH_CHECKS} from '../check/check-health.ts'
import {serviceState} from '../check/check-service.ts'
import {probeWindow} from '../check/probe-window.ts'
import {isOk} from '../client/host-client.ts'
import {asCount, asText, readField} from '../model/field.ts'
import {instanceIn, validatorsIn, versionIn} from '../model/status-values.ts'
import {makeHoldings} from './make-holdings.ts'
import {makeSentinels} from './make-sentinels.ts'

/** What is taken down: `windowMs` of timed requests, and what belongs to us and stays where there are sentinels. */
interface BeforeOrder {
  readonly windowMs: number
  readonly isFenced: boolean
  readonly hasSentinels: boolean
}

/** One part of the work, told while it goes on. */
type TellStep = <Value>(name: string, work: () => Promise<Value>) => Promise<Value>

/**
 * What nodes are and hold, for checks to be held against. Sentinels, then the load of a window, then what the nodes say and what users have: nothing of
 * ours moves a ref after that. Throws `host_unfit`, `unreachable`.
 */
export async function makeBefore(
  context: CheckContext,
  {windowMs, isFenced, hasSentinels}: BeforeOrder,
  step: TellStep,
): Promise<NodeBefore> {
  await step('health', () => demandHealth(context))
  const sentinels = hasSentinels
    ? await step('sentinels', () => makeSentinels(context))
    : {token_id: null, hook_id: null, repository: null}
  const window = await step('window', () => probeWindow(context, windowMs))
  const nodes = await step('status', () => Promise.all(context.nodes.map((node) => nodeFacts(context, node))))
  const {inventory, refs, others} = await step('inventory', () => makeHoldings(context, sentinels, isFenced))
  const services = await step('services', () => serviceState(context))
  const baseline: NodeBaseline = {
    schema_version: 1,
    taken_at: timestamp(context.time.nowMs()),
    target: context.target.profile.alias,
    nodes,
    ...window,
    ...services,
  }
  return {baseline, inventory, refs, others}
}

/** A baseline of a host that is not well would make every later state look fine. Throws `host_unfit` or `unreachable`. */
async function demandHealth(context: CheckContext): Promise<void> {
  // Who does not answer at all is told as that, with the reason.
  await Promise.all(context.nodes.map(({open}) => open.ask({path: '/health/ready'}, context.signal)))
  const ready = HEALTH_CHECKS.find(({id}) => id === 'health.ready')
  const finding = await ready?.ask(context)
  if (finding?.status !== 'pass')
    throw new AssayError('host_unfit', `the host is not ready: ${finding?.reason ?? 'unknown'}`)
}

/** What is not read now, no later check can hold against anything: then there is no baseline. */
async function nodeFacts(context: CheckContext, node: NodeSide): Promise<NodeBaselineNode> {
  try {
    return await toldFacts(context, node)
  } catch (error) {
    if (!(error instanceof AssayError) || error.code !== 'wrong_service') throw error
    throw new AssayError('host_unfit', `${node.name}: ${error.message}`, {cause: error})
  }
}

async function toldFacts(context: CheckContext, node: NodeSide): Promise<NodeBaselineNode> {
  const {signal} = context
  const list = node.isValidator ? await node.open.ask({path: '/api/consensus/validators'}, signal) : undefined
  const config = await askStatus(context, node, (document) => {
    const keys = isRecord(document) ? document['config_keys'] : undefined
    return isRecord(keys) ? keys : undefined
  })
  return {
    name: node.name,
    version: (await askStatus(context, node, versionIn))?.value ?? null,
    instance_id: (await askStatus(context, node, instanceIn))?.value ?? null,
    schema_version:
      (await askStatus(context, node, (document) => readField(document, ['schema_version'], asCount)))?.value ?? null,
    config_sha256:
      (await askStatus(context, node, (document) => readField(document, ['config_sha256'], asText)))?.value ?? null,
    ...(config && {config}),
    validators: list && isOk(list) ? (validatorsIn(list.json)?.value.map(({id}) => id) ?? null) : null,
  }
}
