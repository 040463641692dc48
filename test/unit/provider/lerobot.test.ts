import {Server, ServerCredentials} from '@grpc/grpc-js'
import * as assert from 'uvu/assert'
import {addressPolicy} from '#net/address-policy'
import {withGrpcTarget} from '#provider/adapter/lerobot/lerobot'
import type {ProviderSetup} from '#provider/catalogue/provider-setup'
import {rig, scripted} from '../../support/fakes/scripted-provider.ts'
import {spec} from '../../support/spec.ts'

const it = spec('lerobot')
const METHOD = {
  path: '/transport.AsyncInference/Ready',
  requestStream: false,
  responseStream: false,
  requestSerialize: () => Buffer.alloc(0),
  requestDeserialize: () => undefined,
  responseSerialize: () => Buffer.alloc(0),
  responseDeserialize: () => undefined,
}

function healthOf(target: string | undefined, policy = addressPolicy(true, [])) {
  const bridge = scripted({policy: () => ({raw_actions: {a: 1}})}, {name: 'lerobot-here'})
  const setup = {value: () => target, network: policy} as unknown as ProviderSetup
  const resolver = {addresses: async () => ['127.0.0.1']}
  const {assay} = rig(withGrpcTarget(bridge, setup, resolver, 300))
  return assay.health('lerobot-here')
}

it('opens a channel to its gRPC server and calls nothing', async () => {
  let calls = 0
  const server = new Server()
  server.addService(
    {Ready: METHOD},
    {
      Ready: (_: unknown, done: (error: null, value: unknown) => void) => {
        calls++
        done(null, undefined)
      },
    },
  )
  const port = await new Promise<number>((done, fail) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? fail(error) : done(bound),
    ),
  )
  const health = await healthOf(`localhost:${port}`)
  server.forceShutdown()
  assert.is(health.status, 'healthy')
  assert.match(health.layers[1]?.detail ?? '', /a gRPC channel opens/)
  assert.equal([calls, health.warnings], [0, []])
})

it('a port where nobody listens is down', async () => {
  const health = await healthOf('127.0.0.1:1')
  assert.equal([health.level_reached, health.fault], ['configured', 'down'])
})

it('the address policy holds for it', async () => {
  const health = await healthOf('127.0.0.1:1', addressPolicy(false, []))
  assert.is(health.layers.at(-1)?.code, 'address_refused')
})

it('without a target it is its bridge alone', async () => {
  assert.is((await healthOf(undefined)).status, 'healthy')
})
it.run()
