import {digestOf} from '#digest/canonical-json'
import {record} from '#world/json'
import type {CallContext, ClipAnswer, GenerateRequest, ProbeFinding, Provider} from '../../provider.ts'
import type {ProviderSetup} from '../../provider-setup.ts'
import {evidenceClass} from '../../transport/http/answered.ts'
import {callForJson} from '../../transport/http/call-endpoint.ts'
import type {HttpPorts} from '../../transport/http/http-ports.ts'
import {OpenApiDocument} from '../../transport/http/openapi-document.ts'
import {baseOf, type HttpService} from '../../transport/http/service.ts'
import {cosmosClip} from './cosmos-reply.ts'
import {cosmosRequest} from './cosmos-request.ts'

const MIB = 1024 * 1024
const INFER = '/v1/infer'

/** Cosmos behind NVIDIA's NIM: one call makes one video. */
export function cosmos({profile, value, network}: ProviderSetup, ports: HttpPorts): Provider {
  const key = value('NVIDIA_API_KEY')
  const needs = {policy: network, hasCredentials: key !== undefined}
  const service: HttpService = {
    client: ports.client(needs),
    base: baseOf(value('COSMOS_BASE_URL') ?? ''),
    headers: key === undefined ? {} : {authorization: `Bearer ${key}`},
    isTraced: true,
    nowMs: ports.nowMs,
  }
  const published = new OpenApiDocument(service)
  return {
    profile,
    generate: (request, context) => generate(service, published, request, context),
    probe: async (level, context) => {
      if (level === 'reachable') await ports.reach(service.base, needs, context.signal)
      if (level === 'protocol') return await probeReady(service, context)
      if (level === 'serving') return await probeServing(service, context)
      return {level, ok: true, detail: level === 'configured' ? 'all variables are set' : 'accepts connections'}
    },
    teardown: () => service.client.close().then(() => ({status: 'ready' as const})),
  }
}

async function generate(
  service: HttpService,
  published: OpenApiDocument,
  request: GenerateRequest,
  context: CallContext,
): Promise<ClipAnswer> {
  const body = cosmosRequest(request)
  return await context.attempt('request', async (signal) => {
    await published.demand({method: 'post', path: INFER, body}, signal, context)
    context.remoteWork('may_continue')
    const call = {method: 'POST', path: INFER, body, signal, limitBytes: 256 * MIB} as const
    const answered = await callForJson(service, call, context)
    const clip = cosmosClip(answered.value, body)
    return {...clip, metadata: {...clip.metadata, evidence_class: evidenceClass(answered)}}
  })
}

/** The ready endpoint answers the way NIM's does, ready or not. */
async function probeReady(service: HttpService, context: CallContext): Promise<ProbeFinding> {
  const call = {method: 'GET', path: '/v1/health/ready', signal: context.signal} as const
  const body = record((await callForJson(service, call, context)).value)
  const isReady = body?.['status'] === 'ready' || body?.['object'] === 'health.response'
  return isReady
    ? {level: 'protocol', ok: true, detail: 'ready'}
    : {level: 'protocol', ok: false, fault: 'wrong_service', detail: 'the ready endpoint answers in another form'}
}

/** What it serves, as a digest; a server that does not tell is no worse for it. */
async function probeServing(service: HttpService, context: CallContext): Promise<ProbeFinding> {
  const told: Record<string, unknown> = {}
  for (const name of ['metadata', 'version']) {
    const call = {method: 'GET', path: `/v1/${name}`, signal: context.signal} as const
    told[name] = await callForJson(service, call, context).then(
      (answered) => answered.value,
      () => null,
    )
    context.signal.throwIfAborted()
  }
  return {level: 'serving', ok: true, detail: 'ready', detected: {metadata_digest: digestOf(told)}}
}
