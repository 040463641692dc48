import {spawnSync} from 'node:child_process'
import {readFileSync} from 'node:fs'
import {createServer as createHttpServer, type Server} from 'node:http'
import {createServer as createHttpsServer} from 'node:https'
import type {AddressInfo} from 'node:net'
import {join} from 'node:path'
import {brotliCompressSync, deflateSync, gzipSync} from 'node:zlib'
import * as assert from 'uvu/assert'
import {addressPolicy} from '#net/address-policy'
import {collectReply} from '#net/collect-reply'
import {nodeReach} from '#net/node-reach'
import {nodeResolver} from '#net/node-resolver'
import {undiciClient} from '#net/undici-client'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('replies that are secured or packed')
const guard = {policy: addressPolicy(true, []), resolver: nodeResolver}
const never = new AbortController().signal

async function portOf(server: Server | ReturnType<typeof createHttpsServer>): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

async function get(url: string) {
  const client = undiciClient({...guard, hasCredentials: false})
  try {
    return await collectReply(client, {method: 'GET', url, headers: {}, signal: never}, 1_000)
  } finally {
    await client.close()
  }
}

const BODY = JSON.stringify({fine: true})
const PACKED: readonly (readonly [string, Uint8Array])[] = [
  ['gzip', gzipSync(BODY)],
  ['x-gzip', gzipSync(BODY)],
  ['deflate', deflateSync(BODY)],
  ['br', brotliCompressSync(BODY)],
  [' Identity ', Buffer.from(BODY)],
]

it('a packed reply is unpacked, whatever was asked for', async () => {
  for (const [encoding, bytes] of PACKED) {
    const server = createHttpServer((_request, response) => response.setHeader('content-encoding', encoding).end(bytes))
    const {body} = await get(`http://127.0.0.1:${await portOf(server)}/`)
    assert.is(Buffer.from(body).toString('utf8'), BODY, encoding)
    server.close()
  }
})

it('one that cannot be unpacked, in a way unknown or to too much, is a violation', async () => {
  const bad: readonly (readonly [string, Uint8Array, RegExp])[] = [
    ['gzip', Buffer.from(BODY), /cannot be unpacked/],
    ['gzip', gzipSync(BODY).subarray(0, -9), /cannot be unpacked/],
    ['compress', Buffer.from(BODY), /nobody asked for/],
    ['constructor', Buffer.from(BODY), /nobody asked for/],
    ['br', brotliCompressSync(Buffer.alloc(5_000)), /more than 1000 bytes/],
  ]
  for (const [encoding, bytes, said] of bad) {
    const server = createHttpServer((_request, response) => response.setHeader('content-encoding', encoding).end(bytes))
    const url = `http://127.0.0.1:${await portOf(server)}/`
    const error = await throwsCode(() => get(url), 'contract_violation')
    assert.match(error.message, said)
    server.close()
  }
})

it('plain HTTP where TLS was expected is another service', async () => {
  const server = createHttpServer((_request, response) => response.end(BODY))
  const url = `https://127.0.0.1:${await portOf(server)}/`
  await throwsCode(() => get(url), 'wrong_service')
  await throwsCode(() => nodeReach(new URL(url), guard, never), 'wrong_service')
  server.close()
})

const dir = tempDir()
const [key, cert] = [join(dir.path, 'key.pem'), join(dir.path, 'cert.pem')]
const made = spawnSync('openssl', [
  ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
  ...['-subj', '/CN=localhost', '-keyout', key, '-out', cert],
])
if (made.status === 0) {
  const pair = {key: readFileSync(key), cert: readFileSync(cert)}
  it('a certificate that nobody vouches for ends the call and the probe, and nothing is sent', async () => {
    let asked = 0
    const server = createHttpsServer(pair, (_request, response) => {
      asked++
      response.end(BODY)
    })
    const port = await portOf(server)
    for (const host of ['127.0.0.1', 'localhost']) {
      const url = `https://${host}:${port}/`
      const error = await throwsCode(() => get(url), 'wrong_service')
      assert.match(error.message, /certificate/)
      await throwsCode(() => nodeReach(new URL(url), guard, never), 'wrong_service')
    }
    assert.is(asked, 0)
    server.close()
  })
} else
  it.skip('a certificate that nobody vouches for ends the call and the probe, and nothing is sent', 'no openssl here')
dir[Symbol.dispose]()
it.run()
