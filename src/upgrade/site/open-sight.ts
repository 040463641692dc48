import type {NodeTargetNode} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {askStatus} from '#host/check/ask-status'
import {emptyNotes, type NodeSide} from '#host/check/check'
import {findBlindness} from '#host/check/list-all'
import {openSides} from '#host/check/open-sides'
import {type HostReply, isOk} from '#host/client/host-client'
import type {HostSetting} from '#host/execute/load-setting'
import {openNetwork} from '#host/execute/open-network'
import {asCount, asId, asText, asTruth, readField} from '#host/model/field'
import {processIn} from '#host/model/process-look'
import {type MetricSample, readMetrics} from '#host/model/prometheus'
import {heightIn, syncedIn, versionIn} from '#host/model/status-values'
import type {MeasurementPorts} from '#measurement/ports'
import {nodeWeight, type SeenNode} from '../model/seen.ts'

/** The nodes of a target, seen from outside as often as one likes. */
export interface Sight {
  /** Every node at this moment, in the order of the target. Throws `address_refused` and the reason of the signal. */
  look(signal: AbortSignal): Promise<readonly SeenNode[]>
  /** Sends one request with the credentials of the node. Undefined where it does not answer. */
  tell(node: string, request: SightRequest, signal: AbortSignal): Promise<HostReply | undefined>
  /** Why a baseline of the node with these credentials would prove nothing; undefined where it would, or where the node does not answer. */
  blindness(node: string, signal: AbortSignal): Promise<AssayError | undefined>
  /** The metrics of one node; undefined where they cannot be read. */
  scrape(node: string, signal: AbortSignal): Promise<readonly MetricSample[] | undefined>
}

/** Between two looks at a list that may have changed. */
const PAUSE_MS = 200

interface SightRequest {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly body?: unknown
}

export function openSight(
  setting: Pick<HostSetting, 'target' | 'token' | 'nodeTokens' | 'policy'>,
  {clock, redactor}: Pick<MeasurementPorts, 'clock' | 'redactor'>,
): Sight & AsyncDisposable {
  const {target, token, nodeTokens, policy} = setting
  const network = openNetwork(policy, token !== undefined || nodeTokens.size > 0, clock)
  const notes = emptyNotes()
  const {nodes} = openSides({target, token, nodeTokens, notes}, network.http, clock)
  const ok = target.expect.health_ok
  return {
    look: (signal) =>
      Promise.all(target.profile.nodes.map(async (one, at) => await lookAt(one, nodes[at], {ok, signal}))),
    tell: async (name, request, signal) => {
      const side = nodes.find((one) => one.name === name)
      return side && (await heard(() => side.client.ask(request, signal), signal))
    },
    blindness: async (name, signal) => {
      const side = nodes.find((one) => one.name === name)
      const asking = {nodes: [], target, time: clock, pauseMs: PAUSE_MS, signal}
      return side && (await heard(() => findBlindness({...asking, front: side}), signal))
    },
    scrape: async (name, signal) => {
      const {metrics} = nodes.find((one) => one.name === name) ?? {}
      const reply = metrics && (await heard(() => metrics.ask({path: ''}, signal), signal))
      return reply?.status === 200 ? readMetrics(reply.text) : undefined
    },
    [Symbol.asyncDispose]: async () => {
      for (const secret of notes.secrets) redactor.register(secret)
      await network.http.close()
    },
  }
}

async function lookAt(
  node: NodeTargetNode,
  side: NodeSide | undefined,
  {ok, signal}: {readonly ok: readonly string[]; readonly signal: AbortSignal},
): Promise<SeenNode> {
  const known = {name: node.name, validator: node.validator ?? false, weight: nodeWeight(node)}
  let silence: AssayError | undefined
  const ask = async () => await side?.open.ask({path: '/health/ready'}, signal)
  const health = await heard(ask, signal, (why) => {
    silence = why
  })
  if (side === undefined || health === undefined)
    return {...known, ...SILENT, silence: silence?.message, isClosed: silence?.detail?.['code'] === 'ECONNREFUSED'}
  const word = readField(health.json, ['status', 'state'], asText)?.value
  const status = await heard(() => askStatus({signal}, side, statusIn), signal)
  const consensus = known.validator
    ? await heard(() => side.open.ask({path: '/api/consensus/status'}, signal), signal)
    : undefined
  const chain = consensus && isOk(consensus) ? consensus.json : undefined
  return {
    ...known,
    ...SILENT,
    answers: true,
    ready: isOk(health) && word !== undefined && ok.includes(word),
    ...status,
    synced: known.validator ? syncedIn(chain)?.value : undefined,
    height: heightIn(chain)?.value,
    isLeader: readField(chain, ['is_leader'], asTruth)?.value,
    leader: readField(chain, ['leader', 'current_leader'], asText)?.value,
    quorum: readField(chain, ['quorum_weight'], asCount)?.value,
  }
}

const SILENT = {
  answers: false,
  ready: false,
  version: undefined,
  schema: undefined,
  configSha256: undefined,
  instance: undefined,
  synced: undefined,
  height: undefined,
  isLeader: undefined,
  leader: undefined,
  quorum: undefined,
} as const

function statusIn(document: unknown): Partial<SeenNode> | undefined {
  const version = versionIn(document)?.value
  if (version === undefined) return undefined
  return {
    version,
    schema: readField(document, ['schema_version'], asCount)?.value,
    configSha256: readField(document, ['config_sha256'], asText)?.value,
    nodeId: readField(document, ['node_id'], asId)?.value,
    ...processIn(document),
  }
}

/** A node that does not answer is silent; what the address policy refuses, nobody may ask again. */
async function heard<Value>(
  ask: () => Promise<Value>,
  signal: AbortSignal,
  told: (why: AssayError) => void = () => undefined,
): Promise<Value | undefined> {
  try {
    return await ask()
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof AssayError) || error.exit === 'refused') throw error
    told(error)
    return undefined
  }
}
