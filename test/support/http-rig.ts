import type {ProviderProfile} from '#contract/generated/types'
import type {FaultStep} from '#lab/fault/fault-step'
import type {ModelService} from '#lab/fault/http-services'
import {startFaultServer} from '#lab/fault/start-fault-server'
import {addressPolicy} from '#net/address-policy'
import {nodeResolver} from '#net/node-resolver'
import {undiciClient} from '#net/undici-client'
import type {AssayOptions} from '#provider/assay-options'
import {policyOf} from '#provider/model/request-policy'
import {callForJson} from '#provider/transport/http/call-endpoint'
import {baseOf, type HttpService} from '#provider/transport/http/service'
import {systemClock} from '#random/system-clock'
import {sleep} from '#random/timers'
import {Action} from '#world/model/action'
import {rig, scripted} from './fakes/scripted-provider.ts'

export const LOOPBACK = {policy: addressPolicy(true, []), resolver: nodeResolver}
const STATE = {schema_version: 1, id: 'w', name: 'w', provider: 'scripted', step: 0, metadata: {}} as const
const GOOD: ModelService = () => ({status: 200, json: {fine: true, values: [1, 2, 3, 4]}})

/** A provider whose prediction is one JSON call to a server with faults, and the library around it. Real sockets, real time. */
export async function httpRig(
  script: readonly FaultStep[],
  options: AssayOptions & {readonly service?: ModelService} = {},
) {
  const {service = GOOD, ...rest} = options
  const server = await startFaultServer({transport: 'http', service, script})
  const client = undiciClient({...LOOPBACK, hasCredentials: false})
  const http: HttpService = {client, base: baseOf(server.url), headers: {}, isTraced: false, nowMs: () => Date.now()}
  const replies: unknown[] = []
  const own: Partial<ProviderProfile> = {
    transport: 'http',
    idempotent: ['predict'],
    request_policy: policyOf({health: [1, 1], request: [15, 1]}),
  }
  const provider = scripted(
    {
      predict: async ({world_state, steps}, context) => {
        const call = (signal: AbortSignal) =>
          callForJson(http, {method: 'POST', path: '/v1/x', body: {a: 1}, signal}, context)
        replies.push((await context.attempt('request', call)).value)
        return {state: {...world_state, step: world_state.step + steps}}
      },
    },
    own,
  )
  const held = rig(provider, {clock: systemClock, waitOut: (ms, signal) => sleep(systemClock, ms, signal), ...rest})
  return {
    ...held,
    server,
    replies,
    predict: (more = {}) => held.assay.predict(STATE, Action.noop(), 1, 'scripted', more),
    [Symbol.asyncDispose]: async () => {
      await client.close()
      await server.close()
    },
  }
}
