import type {ProviderDetected} from '#contract/generated/types'
import {record} from '#contract/json'
import {digestOf} from '#digest/canonical-json'
import type {ProviderSetup} from '../../catalogue/provider-setup.ts'
import {saysYes} from '../../catalogue/setting.ts'
import {USUAL} from '../../catalogue/setting-meanings.ts'
import type {CallContext, PolicyAnswer, PolicyRequest, ProbeFinding, Provider} from '../../model/provider.ts'
import {evidenceClass} from '../../transport/http/answered.ts'
import {callEndpoint, callForJson} from '../../transport/http/call-endpoint.ts'
import type {HttpPorts} from '../../transport/http/http-ports.ts'
import {jsonOf} from '../../transport/http/json-body.ts'
import {replyFault} from '../../transport/http/reply-fault.ts'
import {baseOf, type HttpService} from '../../transport/http/service.ts'
import {actAnswer} from './act-reply.ts'
import {checkTrainedView, examples, observationBody} from './observation.ts'

const DIALECT = 'json-numpy'

/** NVIDIA's Cosmos Policy server: one call gives a chunk of actions of two arms. */
export function cosmosPolicy({profile, value, network}: ProviderSetup, ports: HttpPorts): Provider {
  const token = value('COSMOS_POLICY_API_TOKEN')
  const needs = {policy: network, hasCredentials: token !== undefined}
  const service: HttpService = {
    client: ports.client(needs),
    base: baseOf(value('COSMOS_POLICY_BASE_URL') ?? ''),
    headers: token === undefined ? {} : {authorization: `Bearer ${token}`},
    isTraced: true,
    nowMs: ports.nowMs,
  }
  const own = {
    returnsAll: saysYes(value('COSMOS_POLICY_RETURN_ALL_QUERY_RESULTS')),
    embodiment: value('COSMOS_POLICY_EMBODIMENT_TAG') ?? USUAL.COSMOS_POLICY_EMBODIMENT_TAG,
  }
  let metadataDigest: ProviderDetected['metadata_digest']
  return {
    profile,
    checks: {policy: checkTrainedView},
    examples,
    policy: async (request, context) => {
      const answer = await act(service, own, request, context)
      const runtime = {
        runtime_manifest_id: `${profile.name}:${DIALECT}`,
        ...(metadataDigest && {metadata_digest: metadataDigest}),
      }
      return {...answer, metadata: {...answer.metadata, ...runtime}}
    },
    probe: async (level, context) => {
      if (level === 'reachable') await ports.reach(service.base, needs, context.signal)
      if (level === 'protocol') {
        const found = await probeRoutes(service, context)
        metadataDigest = found.detected?.metadata_digest
        return found
      }
      return {level, ok: true, detail: level === 'configured' ? 'all variables are set' : 'accepts connections'}
    },
    teardown: () => service.client.close().then(() => ({status: 'ready' as const})),
  }
}

async function act(
  service: HttpService,
  {returnsAll, embodiment}: {readonly returnsAll: boolean; readonly embodiment: string},
  request: PolicyRequest,
  context: CallContext,
): Promise<PolicyAnswer> {
  const body = observationBody(request.info, returnsAll)
  return await context.attempt('request', async (signal) => {
    context.remoteWork('may_continue')
    const answered = await callForJson(service, {method: 'POST', path: '/act', body, signal}, context)
    const answer = actAnswer(answered.value, embodiment)
    return {...answer, metadata: {...answer.metadata, evidence_class: evidenceClass(answered)}}
  })
}

/** The server describes `/act`, or refuses to be read there: either proves the route, neither runs the model. */
async function probeRoutes(service: HttpService, context: CallContext): Promise<ProbeFinding> {
  const level = 'protocol'
  const read = {method: 'GET', signal: context.signal} as const
  const described = await callEndpoint(service, {...read, path: '/openapi.json'}, context)
  if (described.status === 200) {
    const description = jsonOf(described)
    const paths = record(record(description)?.['paths'])
    const detected = {dialect: DIALECT, metadata_digest: digestOf(description)}
    if (paths !== undefined && Object.hasOwn(paths, '/act'))
      return {level, ok: true, detail: 'describes /act', detected}
    return {level, ok: false, fault: 'wrong_service', detail: 'its description has no /act'}
  }
  const direct = await callEndpoint(service, {...read, path: '/act'}, context)
  if (direct.status === 405)
    return {level, ok: true, detail: '/act is there and takes POST only', detected: {dialect: DIALECT}}
  const fault = replyFault(direct, {nowMs: service.nowMs(), isRead: true})
  if (fault !== undefined) throw fault
  return {level, ok: false, fault: 'wrong_service', detail: '/act answers to GET'}
}
