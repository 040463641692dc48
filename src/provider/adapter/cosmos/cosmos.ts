import type {ProviderDetected} from '#contract/generated/types'
import {record} from '#contract/json'
import {digestOf} from '#digest/canonical-json'
import {cutText} from '#error/cut-text'
import type {ProviderSetup} from '../../catalogue/provider-setup.ts'
import {keepClip} from '../../media/keep-artifact.ts'
import type {
  CallContext,
  ClipAnswer,
  GenerateRequest,
  KeptClipAnswer,
  ProbeFinding,
  Provider,
} from '../../model/provider.ts'
import {evidenceClass} from '../../transport/http/answered.ts'
import {callForJson} from '../../transport/http/call-endpoint.ts'
import type {HttpPorts} from '../../transport/http/http-ports.ts'
import {OpenApiDocument} from '../../transport/http/openapi-document.ts'
import {baseOf, type HttpService} from '../../transport/http/service.ts'
import {cosmosClip} from './cosmos-reply.ts'
import {cosmosRequest} from './cosmos-request.ts'

const MIB = 1024 * 1024
const INFER = '/v1/infer'
const DIALECT = 'nim-v1'
const LONGEST_VERSION = 64

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
  let detected: ProviderDetected = {dialect: DIALECT}
  return {
    profile,
    checks: {generate: cosmosRequest},
    generate: async (request, context) => {
      const clip = await generate(service, published, request, context)
      const {dialect: _, ...facts} = detected
      return {...clip, metadata: {...clip.metadata, ...facts, runtime_manifest_id: `${profile.name}:${DIALECT}`}}
    },
    probe: async (level, context) => {
      if (level === 'reachable') await ports.reach(service.base, needs, context.signal)
      if (level === 'protocol') return await probeReady(service, context)
      if (level === 'serving') {
        detected = await detect(service, context)
        return {level, ok: true, detail: 'ready', detected}
      }
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
): Promise<ClipAnswer | KeptClipAnswer> {
  const body = cosmosRequest(request)
  return await context.attempt('request', async (signal) => {
    await published.demand({method: 'post', path: INFER, body}, signal, context)
    context.remoteWork('may_continue')
    const call = {method: 'POST', path: INFER, body, signal, limitBytes: 256 * MIB} as const
    const answered = await callForJson(service, call, context)
    const {bytes, media_type, ...clip} = cosmosClip(answered.value, body)
    const taken = await keepClip({...clip, bytes, media_type}, context.artifacts)
    return {...clip, ...taken, metadata: {...clip.metadata, evidence_class: evidenceClass(answered)}}
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

/** What it serves: its version, and a digest of what it says of itself. A server that does not tell is no worse for it. */
async function detect(service: HttpService, context: CallContext): Promise<ProviderDetected> {
  const told: Record<string, unknown> = {}
  for (const name of ['metadata', 'version']) {
    const call = {method: 'GET', path: `/v1/${name}`, signal: context.signal} as const
    const answer = await callForJson(service, call, context).then(
      (answered) => answered.value,
      () => undefined,
    )
    context.signal.throwIfAborted()
    if (answer !== undefined) told[name] = answer
  }
  const release = record(told['version'])?.['release']
  return {
    dialect: DIALECT,
    ...(typeof release === 'string' && {server_version: cutText(release, LONGEST_VERSION)}),
    ...(Object.keys(told).length > 0 && {metadata_digest: digestOf(told)}),
  }
}
