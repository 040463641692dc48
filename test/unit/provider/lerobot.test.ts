import {once} from 'node:events'
import {createServer as createHttp2, type ServerHttp2Session} from 'node:http2'
import {type AddressInfo, createServer, type Server, type Socket} from 'node:net'
import * as assert from 'uvu/assert'
import {addressPolicy} from '#net/address-policy'
import {withGrpcTarget} from '#provider/adapter/lerobot/lerobot'
import type {ProviderSetup} from '#provider/catalogue/provider-setup'
import {rig, scripted} from '../../support/fakes/scripted-provider.ts'
import {spec} from '../../support/spec.ts'

const it = spec('lerobot')
function healthOf(target: string | undefined, policy = addressPolicy(true, [])) {
  const bridge = scripted({policy: () => ({raw_actions: {a: 1}})}, {name: 'lerobot-here'})
  const setup = {value: () => target, network: policy} as unknown as ProviderSetup
  const resolver = {addresses: async () => ['127.0.0.1']}
  const {assay} = rig(withGrpcTarget(bridge, setup, resolver, 300))
  return assay.health('lerobot-here')
}

it('opens a channel to its gRPC server and calls nothing', async () => {
  let calls = 0
  const sessions: ServerHttp2Session[] = []
  const server = createHttp2()
  server.on('session', (session) => sessions.push(session))
  server.on('stream', () => calls++)
  const port = await portOf(server)
  const health = await healthOf(`localhost:${port}`)
  for (const session of sessions) session.destroy()
  server.close()
  assert.is(health.status, 'healthy')
  assert.match(health.layers[1]?.detail ?? '', /a gRPC channel opens/)
  assert.equal([sessions.length, calls, health.warnings], [1, 0, []])
})

for (const [what, answer] of [
  ['says nothing', () => undefined],
  ['hangs up', (socket: Socket) => socket.end()],
  ['speaks HTTP/1', (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n')],
] as const) {
  it(`a server that ${what} is no gRPC server, and its connection is closed`, async () => {
    const ended: Promise<unknown>[] = []
    const server = createServer((socket) => {
      ended.push(once(socket, 'close'))
      socket.on('error', () => undefined).resume()
      answer(socket)
    })
    const health = await healthOf(`127.0.0.1:${await portOf(server)}`)
    await Promise.all(ended)
    server.close()
    assert.equal([ended.length, health.level_reached, health.fault], [1, 'configured', 'down'])
  })
}

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

async function portOf(server: Pick<Server, 'listen' | 'address'> & NodeJS.EventEmitter): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
