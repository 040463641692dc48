import {once} from 'node:events'
import {createServer} from 'node:http'
import {createServer as createTcp} from 'node:net'
import * as assert from 'uvu/assert'
import {addressPolicy, PUBLIC_ONLY} from '#net/address-policy'
import {collectReply} from '#net/collect-reply'
import type {HttpClient} from '#net/http-client'
import {nodeReach} from '#net/node-reach'
import {undiciClient} from '#net/undici-client'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('HTTP client')
const LOOPBACK = addressPolicy(true, [])
const NAMES = {
  addresses: (host: string) => Promise.resolve(host === 'meta.example' ? ['169.254.169.254'] : ['127.0.0.1']),
}

/** A server that counts connections and says hello. */
async function hello() {
  let came = 0
  const server = createServer((_, response) => response.end('hello'))
  server.on('connection', () => came++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {port, came: () => came, [Symbol.dispose]: () => server.close()}
}

function get(client: HttpClient, url: string, signal = new AbortController().signal) {
  return collectReply(client, {method: 'GET', url, headers: {}, signal}, 1_000)
}

it('reaches a name that leads to an allowed address', async () => {
  using server = await hello()
  const client = undiciClient({policy: LOOPBACK, resolver: NAMES, hasCredentials: true})
  const {status, body} = await get(client, `http://robot.example:${server.port}/`)
  assert.equal([status, String(body)], [200, 'hello'])
  await client.close()
})

it('makes no connection where the policy says no, written as a name or in any form of an address', async () => {
  using server = await hello()
  const client = undiciClient({policy: PUBLIC_ONLY, resolver: NAMES, hasCredentials: false})
  const hosts = [
    'robot.example',
    'meta.example',
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '[::ffff:127.0.0.1]',
    'localhost',
  ]
  for (const host of hosts) {
    const url = new URL(`http://${host}:${server.port}/`)
    await throwsCode(() => get(client, url.href), 'address_refused')
    const signal = new AbortController().signal
    await throwsCode(() => nodeReach(url, {policy: PUBLIC_ONLY, resolver: NAMES}, signal), 'address_refused')
  }
  await client.close()
  assert.is(server.came(), 0)
})

it('sends credentials over plain http to nobody it may not', async () => {
  const resolver = {addresses: () => Promise.resolve(['93.184.216.34'])}
  const client = undiciClient({policy: LOOPBACK, resolver, hasCredentials: true})
  await throwsCode(() => get(client, 'http://public.example/'), 'cleartext_credentials')
  await throwsCode(() => get(client, 'http://93.184.216.34/'), 'cleartext_credentials')
  await client.close()
})

it('a connection in the making ends with its signal, and closing leaves nothing behind', async () => {
  const silent = createTcp({pauseOnConnect: true})
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const client = undiciClient({policy: LOOPBACK, resolver: NAMES, hasCredentials: false})
  const control = new AbortController()
  const call = get(client, `http://127.0.0.1:${port}/`, control.signal).catch((error: unknown) => error)
  setTimeout(() => control.abort(new Error('enough')), 10)
  assert.is((await call) instanceof Error && ((await call) as Error).message, 'enough')
  await client.close()
  silent.close()
})

it('an aborted signal sends nothing, and a closed port is unreachable', async () => {
  using server = await hello()
  const client = undiciClient({policy: LOOPBACK, resolver: NAMES, hasCredentials: false})
  const aborted = AbortSignal.abort(new Error('before'))
  assert.is((await get(client, `http://127.0.0.1:${server.port}/`, aborted).catch((error) => error)).message, 'before')
  assert.is(server.came(), 0)
  const closed = await hello()
  closed[Symbol.dispose]()
  await throwsCode(() => get(client, `http://127.0.0.1:${closed.port}/`), 'unreachable')
  const signal = new AbortController().signal
  const url = new URL(`http://127.0.0.1:${closed.port}/`)
  await throwsCode(() => nodeReach(url, {policy: LOOPBACK, resolver: NAMES}, signal), 'unreachable')
  await nodeReach(new URL(`http://127.0.0.1:${server.port}`), {policy: LOOPBACK, resolver: NAMES}, signal)
  await client.close()
})
it('who closes the connection instead of answering is told in words', async () => {
  const server = createTcp((socket) => socket.once('data', () => socket.end()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const client = undiciClient({policy: LOOPBACK, resolver: NAMES, hasCredentials: true})
  const error = await throwsCode(() => get(client, `http://127.0.0.1:${port}/`), 'unreachable')
  assert.is(error.message, 'the other side closed the connection without an answer (UND_ERR_SOCKET)')
  await client.close()
  server.close()
})

it.run()
