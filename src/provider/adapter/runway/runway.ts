import type {ProviderSetup} from '../../catalogue/provider-setup.ts'
import {USUAL} from '../../catalogue/setting-meanings.ts'
import type {CallContext, HookAnswer, ProbeFinding, Provider} from '../../model/provider.ts'
import {callForJson} from '../../transport/http/call-endpoint.ts'
import type {HttpPorts} from '../../transport/http/http-ports.ts'
import {baseOf, type HttpService} from '../../transport/http/service.ts'
import {type ArtifactSource, artifactClients} from './artifact-source.ts'
import {conductTask} from './conduct-task.ts'
import {EXAMPLES} from './examples.ts'
import {organization} from './task-reply.ts'
import {generateTask, transferTask} from './task-request.ts'

const VERSION = '2024-11-06'
const ORGANIZATION = '/v1/organization'

/** Runway's hosted API: a call creates a task, and the task makes a video. Source: API version 2024-11-06, SDK 4.20.1. */
export function runway({profile, value, network}: ProviderSetup, ports: HttpPorts): Provider {
  const needs = {policy: network, hasCredentials: true}
  const client = ports.client(needs)
  const service: HttpService = {
    client,
    base: baseOf(value('RUNWAYML_BASE_URL') ?? USUAL.RUNWAYML_BASE_URL),
    headers: {authorization: `Bearer ${value('RUNWAYML_API_SECRET') ?? ''}`, 'x-runway-version': VERSION},
    isTraced: false,
    nowMs: ports.nowMs,
  }
  // Links of the API's own host are fetched without its credentials as well.
  const bare = ports.client({policy: network, hasCredentials: false})
  const {artifacts, close} = artifactClients(service, ports, bare)
  let credits: number | undefined
  const source: ArtifactSource = {service, runtimeId: `${profile.name}:${VERSION}`, artifacts, balance: () => credits}
  const look = async (signal: AbortSignal, context: Pick<CallContext, 'reached' | 'operationId'>) => {
    const call = {method: 'GET', path: ORGANIZATION, signal} as const
    credits = organization((await callForJson(service, call, context)).value).credits
    return credits
  }
  return {
    profile,
    checks: {generate: generateTask, transfer: transferTask},
    examples: () => EXAMPLES,
    generate: async (request, context) => await conductTask(generateTask(request), source, context),
    transfer: async (request, context) => await conductTask(transferTask(request), source, context),
    probe: async (level, context): Promise<ProbeFinding> => {
      if (level === 'reachable') await ports.reach(service.base, needs, context.signal)
      if (level === 'protocol' || level === 'serving') {
        const left = await look(context.signal, context)
        return {
          level,
          ok: true,
          detail: left === 0 ? 'answers, but no credit is left' : 'answers with a credit balance',
          detected: {dialect: VERSION},
        }
      }
      return {level, ok: true, detail: level === 'configured' ? 'all variables are set' : 'accepts connections'}
    },
    preflight: async (signal): Promise<HookAnswer> => {
      const left = await look(signal, {reached: () => {}, operationId: ''})
      return {status: 'ready', details: {has_credits: left > 0}}
    },
    teardown: async (): Promise<HookAnswer> => {
      await Promise.all([client.close(), bare.close(), close()])
      return {status: 'ready'}
    },
  }
}
