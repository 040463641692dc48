import type {ProbeLevel} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {ProviderError} from '#error/provider-error'
import {collectReply} from '#net/collect-reply'
import type {HttpReply} from '#net/http-client'
import type {ProviderSetup} from '../../catalogue/provider-setup.ts'
import type {CallContext, PolicyAnswer, PolicyRequest, ProbeFinding, Provider} from '../../model/provider.ts'
import {isForeign, replyFault} from '../../transport/http/reply-fault.ts'
import {OpenpiClient, type OpenpiNetwork} from './openpi-client.ts'

const MOST_HEALTH_BYTES = 4096

/** Physical Intelligence openpi over WebSocket. `info` is the observation as the policy was trained with; the raw actions are `actions` (horizon, D). */
export function openpi(setup: ProviderSetup, ports: OpenpiNetwork): Provider {
  const client = new OpenpiClient(setup, ports.resolver)
  return {
    profile: setup.profile,
    descriptor: {observation: 'pixels', parallel_safe: false},
    checks: {policy: checkShown},
    policy: (request, context) => act(client, request, context),
    probe: (level, context) => probe(level, client, {ports, context}),
    teardown: () => {
      client.close()
      return {status: 'ready'}
    },
  }
}

/** A policy is shown something, whatever it was trained with. Throws `invalid_input`. */
function checkShown({info}: PolicyRequest): void {
  if (Object.keys(info).length === 0)
    throw new AssayError('invalid_input', 'an observation without a field shows the policy nothing', {
      detail: {field: 'info'},
    })
}

async function act(client: OpenpiClient, {info}: PolicyRequest, context: CallContext): Promise<PolicyAnswer> {
  const answer = await context.attempt('request', (signal) => client.infer(info, {context, signal}))
  return {
    raw_actions: {actions: answer.actions},
    action_horizon: answer.actions.shape[0] ?? 0,
    metadata: {
      evidence_class: answer.metadata.isFixture ? 'contract-fixture' : 'live',
      dialect: 'openpi',
      runtime_manifest_id: 'openpi:openpi',
      metadata_digest: answer.metadata.digest,
      ...(answer.inferMs !== undefined && {server_infer_ms: answer.inferMs}),
    },
  }
}

interface Probing {
  readonly ports: OpenpiNetwork
  readonly context: CallContext
}

async function probe(level: ProbeLevel, client: OpenpiClient, {ports, context}: Probing): Promise<ProbeFinding> {
  if (level === 'configured') return {level, ok: true, detail: 'all variables are set'}
  context.reached({method: 'WS', target: client.target})
  if (level === 'reachable') {
    await ports.reach(client.url, client.guard, context.signal)
    return {level, ok: true, detail: 'the port is open'}
  }
  if (level === 'protocol') return await probeHealth(client, {ports, context})
  const {digest} = await client.introduce({context, signal: context.signal})
  return {level, ok: true, detail: 'upgrade and metadata', detected: {dialect: 'openpi', metadata_digest: digest}}
}

async function probeHealth(client: OpenpiClient, {ports, context}: Probing): Promise<ProbeFinding> {
  const http = ports.http(client.guard)
  try {
    const url = new URL('/healthz', client.url)
    url.protocol = client.url.protocol === 'wss:' ? 'https:' : 'http:'
    const request = {method: 'GET', url: url.href, headers: client.headers, signal: context.signal} as const
    const fault = healthFault(await collectReply(http, request, MOST_HEALTH_BYTES))
    if (fault !== undefined) throw fault
    return {level: 'protocol', ok: true, detail: 'GET /healthz says OK'}
  } finally {
    await http.close()
  }
}

function healthFault({status, body}: HttpReply): AssayError | undefined {
  const fault = isForeign(status) ? undefined : replyFault({status, headers: {}, body}, {nowMs: 0, isRead: true})
  if (fault !== undefined || (status < 400 && Buffer.from(body).toString('latin1').trim() === 'OK')) return fault
  return new ProviderError('wrong_service', 'GET /healthz did not say OK', {retryable: false})
}
