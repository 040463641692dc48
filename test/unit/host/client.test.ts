import {createServer, type IncomingMessage, type ServerResponse} from 'node:http'
import type {AddressInfo} from 'node:net'
import * as assert from 'uvu/assert'
import {authorizationOf} from '#host/client/authorization'
import type {HostClient} from '#host/client/host-client'
import {openHostClient} from '#host/client/open-host-client'
import {readList} from '#host/client/read-list'
import {undiciClient} from '#net/undici-client'
import {systemClock} from '#random/system-clock'
import {LOOPBACK} from '../../support/http-rig.ts'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('client of a hosting service')
const signal = new AbortController().signal

interface Rig extends AsyncDisposable {
  readonly client: HostClient
  readonly seen: string[]
  readonly url: string
}

/** A host that answers as told, and a client of it that waits for nothing. */
async function rig(
  answer: (request: IncomingMessage, response: ServerResponse, count: number) => void,
  limitMs = 10_000,
): Promise<Rig> {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    answer(request, response, seen.length)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const http = undiciClient({...LOOPBACK, hasCredentials: true})
  // Short waits are over at once; the deadline of ten seconds comes early where it is waited for.
  const clock = {
    ...systemClock,
    after: (ms: number, run: () => void) => systemClock.after(ms >= 10_000 ? limitMs : 0, run),
  }
  const client = openHostClient({baseUrl: `${url}/`, authorization: authorizationOf('bearer', 'abc')}, http, clock)
  return {
    client,
    seen,
    url,
    [Symbol.asyncDispose]: async () => {
      await http.close()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

const json = (response: ServerResponse, value: unknown, status = 200, headers: Record<string, string> = {}) =>
  response.writeHead(status, {'content-type': 'application/json', ...headers}).end(JSON.stringify(value))

it('only readings are asked again, three times, and only where that may help', async () => {
  await using passing = await rig((_, response, count) => json(response, {count}, count < 3 ? 503 : 200))
  assert.equal((await passing.client.ask({path: '/a'}, signal)).json, {count: 3})
  await using broken = await rig((_, response) => json(response, {}, 502))
  assert.is((await broken.client.ask({path: '/a'}, signal)).status, 502)
  assert.is((await broken.client.ask({method: 'POST', path: '/a', body: {}}, signal)).status, 502)
  assert.equal(broken.seen, ['GET /a', 'GET /a', 'GET /a', 'POST /a'])
  await using internal = await rig((_, response) => json(response, {}, 500))
  await internal.client.ask({path: '/a'}, signal)
  assert.is(internal.seen.length, 1)
})

it('a redirect is an answer, and the token goes nowhere else', async () => {
  await using other = await rig((_, response) => json(response, {}))
  await using host = await rig((_, response) => response.writeHead(302, {location: `${other.url}/stolen`}).end())
  assert.is((await host.client.ask({path: '/a'}, signal)).status, 302)
  assert.equal(other.seen, [])
})

it('an answer without an end is given up: too long, too slow, cut off', async () => {
  await using huge = await rig((_, response) => {
    const piece = Buffer.alloc(64 * 1024)
    const more = () => {
      while (!response.destroyed && response.write(piece));
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  })
  await throwsCode(() => huge.client.ask({path: '/a'}, signal), 'contract_violation')
  await using slow = await rig((_, response) => {
    response.write('{')
    const drip = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(drip))
  }, 300)
  await throwsCode(() => slow.client.ask({path: '/a'}, signal), 'timeout')
  await using cut = await rig((_, response) => {
    response.writeHead(200, {'content-length': '100'})
    response.write('half')
    setImmediate(() => response.destroy())
  })
  await throwsCode(() => cut.client.ask({path: '/a'}, signal), 'contract_violation')
})

it('a spent rate budget is waited out where that is short, and open where it is long', async () => {
  await using short = await rig((_, response, count) =>
    count === 1 ? json(response, {error: 'rate_limited', retry_after: 1}, 429) : json(response, {fine: true}),
  )
  assert.equal((await short.client.ask({path: '/a'}, signal)).json, {fine: true})
  await using long = await rig((_, response) =>
    json(response, {}, 403, {'x-ratelimit-remaining': '0', 'retry-after': '3000'}),
  )
  await throwsCode(() => long.client.ask({path: '/a'}, signal), 'rate_limited')
  await using forbidden = await rig((_, response) => json(response, {}, 403))
  assert.is((await forbidden.client.ask({path: '/a'}, signal)).status, 403)
})

const LISTS: readonly (readonly [
  name: string,
  pages: (page: number, url: string) => readonly [body: unknown, link?: string | undefined],
  wanted: object,
])[] = [
  [
    'wrapped, with totals',
    (page) => [{items: page < 3 ? [{id: page}] : [], total_count: 2, total_pages: 2}],
    {items: 2},
  ],
  [
    'bare, with Link',
    (page) => [[{id: page}], page < 3 ? `</api/repos?page=${page + 1}>; rel="next", </x>; rel="last"` : undefined],
    {items: 3},
  ],
  ['bare, that ignores pages', () => [[{id: 1}, {id: 2}]], {items: 2}],
  ['bare, that ends with an empty page', (page) => [page < 3 ? [{id: page}] : []], {items: 2}],
  ['a page that comes again', () => [[{id: 1}], '</api/repos?page=2>; rel="next"'], {items: 1, doubt: true}],
  [
    'a total below what is listed',
    () => [{items: [{id: 1}, {id: 2}], total_count: 1, total_pages: 1}],
    {items: 2, doubt: true},
  ],
  ['a total above what is listed', () => [{items: [{id: 1}], total_count: 5, total_pages: 1}], {items: 1, doubt: true}],
  ['a Link to another origin', () => [[{id: 1}], '<http://10.0.0.1/steal?page=2>; rel="next"'], {items: 1}],
  ['no list', () => [{message: 'no'}], {items: 0, problem: true}],
  ['null items', () => [{items: null}], {items: 0, problem: true}],
]

for (const [name, pages, wanted] of LISTS) {
  it(`a list: ${name}`, async () => {
    await using host = await rig((request, response) => {
      const page = Number(new URL(request.url ?? '', 'http://h').searchParams.get('page') ?? 1)
      const [body, link] = pages(page, '')
      json(response, body, 200, link === undefined ? {} : {link})
    })
    const {items, doubt, problem} = await readList(host.client, '/api/repos', signal)
    const found = {
      items: items.length,
      ...(doubt !== undefined && {doubt: true}),
      ...(problem !== undefined && {problem: true}),
    }
    assert.equal(found, wanted)
    assert.ok(host.seen.every((line) => line.startsWith('GET /api/repos')))
  })
}

it('a token in plain text goes to this machine at most', async () => {
  const http = undiciClient({...LOOPBACK, hasCredentials: true})
  const client = openHostClient({baseUrl: 'http://192.0.2.1', authorization: 'Bearer abc'}, http, systemClock)
  await throwsCode(() => client.ask({path: '/a'}, signal), 'address_refused')
  await http.close()
})

it.run()
