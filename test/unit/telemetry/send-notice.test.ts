import {once} from 'node:events'
import {createServer} from 'node:http'
import * as assert from 'uvu/assert'
import {addressPolicy} from '#net/address-policy'
import {undiciClient} from '#net/undici-client'
import {systemClock} from '#random/system-clock'
import {sendNotice} from '#telemetry/send-notice'
import {closedPort} from '../../support/closed-port.ts'
import {fakeClock} from '../../support/fakes/fake-clock.ts'
import {spec} from '../../support/spec.ts'

const it = spec('sending notices')
const NOTICE = {id: 'run.ended.x', body: '{"type":"run.ended"}'}
const RESOLVER = {
  addresses: (host: string) => Promise.resolve([host === 'meta.example' ? '169.254.169.254' : '127.0.0.1']),
}

/** Waits between attempts take no time; what an attempt may take is real. */
const CLOCK = {...systemClock, after: (ms: number, run: () => void) => systemClock.after(ms < 5_000 ? 0 : ms, run)}

/** Answers with these statuses, the last one for ever; undefined is no answer. */
async function receiver(...statuses: (number | undefined)[]) {
  const came: {id: string; signature: string; body: string}[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const {'webhook-id': id, 'x-assay-signature-256': signature} = request.headers
    came.push({id: String(id), signature: String(signature), body})
    const status = statuses[Math.min(came.length, statuses.length) - 1]
    if (status !== undefined) response.writeHead(status, {location: 'http://127.0.0.1:1/'}).end('x'.repeat(100_000))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return {url: new URL(`http://127.0.0.1:${port}/hook`), came, [Symbol.dispose]: close}
}

async function send(url: URL, over: {clock?: typeof systemClock; isHurried?: boolean} = {}) {
  const client = undiciClient({policy: addressPolicy(true, []), resolver: RESOLVER, hasCredentials: true})
  const ports = {client, clock: CLOCK, agent: 'assay/test', isHurried: false, ...over}
  try {
    return await sendNotice(NOTICE, {url, secret: 'not-a-real-secret'}, ports)
  } finally {
    await client.close()
  }
}

it('a notice that is taken is sent once, and one that may come through later again with the same bytes', async () => {
  using good = await receiver(204)
  assert.is(await send(good.url), undefined)
  assert.is(good.came.length, 1)
  using slow = await receiver(503, 429, 200)
  assert.is(await send(slow.url), undefined)
  assert.is(slow.came.length, 3)
  assert.is(new Set(slow.came.map((one) => JSON.stringify(one))).size, 1)
})

it('a receiver that refuses, sends on or stays busy is told in words, after few attempts', async () => {
  for (const [status, attempts, words] of [
    [400, 1, 'the receiver answered 400'],
    [302, 1, 'the receiver answered 302'],
    [410, 1, 'the receiver answered 410'],
    [500, 3, 'the receiver answered 500, 3 times'],
  ] as const) {
    using bad = await receiver(status)
    assert.is(await send(bad.url), words)
    assert.is(bad.came.length, attempts)
  }
  using busy = await receiver(500)
  await send(busy.url, {isHurried: true})
  assert.is(busy.came.length, 1)
})

it('nobody there is three attempts, and an address that must not be dialled is one', async () => {
  assert.match(
    (await send(new URL(`http://127.0.0.1:${await closedPort()}/`))) ?? '',
    /^the connection failed .*, 3 times$/,
  )
  assert.match((await send(new URL('http://meta.example/'))) ?? '', /never dialled$/)
})

it('a receiver that takes the connection and says nothing is left after its time', async () => {
  using mute = await receiver(undefined)
  const clock = fakeClock()
  assert.is(await clock.through(send(mute.url, {clock})), 'no answer in time, 3 times')
})
it.run()
