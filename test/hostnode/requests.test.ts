import {execFileSync} from 'node:child_process'
import * as assert from 'uvu/assert'
import {eventually} from '../support/eventually.ts'
import {startTestNode, type TestNode} from '../support/hostnode.ts'
import {spec} from '../support/spec.ts'

const it = spec('hostnode requests')
let node: TestNode

it.before(async () => {
  node = await startTestNode()
})
it.after(async () => {
  await node[Symbol.asyncDispose]()
})

/** A body as it is, of whatever kind. */
function send(body: string | Buffer, type = 'application/json', path = '/api/tokens') {
  return fetch(`${node.url}${path}`, {
    method: 'POST',
    headers: {authorization: `Bearer ${node.token}`, 'content-type': type},
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })
}

it('a body that is no strict JSON is 400, one of another kind 415', async () => {
  const bodies = [
    '{"name":"a",}',
    '{"name":"a","name":"b","scopes":["repo"]}',
    '{"__proto__":{}}',
    '\ufeff{}',
    `${'['.repeat(40)}${']'.repeat(40)}`,
    '{"a":1}{"b":2}',
    Buffer.from([0x7b, 0xff, 0x7d]),
    '',
  ]
  for (const body of bodies) assert.is((await send(body)).status, 400, String(body))
  for (const type of ['text/plain', 'application/json; charset=latin1', 'application/x-www-form-urlencoded'])
    assert.is((await send('{}', type)).status, 415, type)
  for (const body of ['[]', '1', 'null', '"a"']) assert.is((await send(body)).status, 422, body)
  assert.is((await send(`{"name":"${'a'.repeat(1024 * 1024)}"}`)).status, 413)
})

it('paths are decoded once, and what leads elsewhere leads nowhere', async () => {
  for (const path of [
    '/api/repos/alice/a%2Fb',
    '/api/repos/alice/%2e%2e',
    '/api/repos//demo',
    '/api/repos/alice/a%00b',
    '/api/repos/alice/a%5Cb',
    '/api/repos/alice/%252e%252e',
    '/api/repos/alice/%zz',
    `/api/repos/alice/${'a'.repeat(2_000)}`,
    '/api/tokensX',
    '/api/user//',
  ]) {
    const out = execFileSync('curl', [
      '-s',
      '--path-as-is',
      '-H',
      `Authorization: Bearer ${node.token}`,
      `${node.url}${path}`,
    ])
    assert.is(JSON.parse(out.toString()).error, 'not_found', path)
  }
  assert.is((await node.call('GET', '/api/user/')).status, 200)
})

it('a method that a path lacks is 405 and told which it has; HEAD goes as GET', async () => {
  const {status, headers} = await node.call('PATCH', '/api/tokens/tok_1')
  assert.equal([status, headers.get('allow')], [405, 'DELETE'])
  const head = await node.call('HEAD', '/api/user')
  assert.equal([head.status, head.text], [200, ''])
  for (const method of ['PUT', 'OPTIONS', 'PROPFIND']) {
    const reply = await node.call(method, '/api/repos')
    assert.equal([reply.status, reply.headers.get('allow')], [405, 'GET, HEAD, POST'], method)
  }
})

it('each answer has an id, the caller’s where it is harmless', async () => {
  const idFor = async (id: string) =>
    (await node.call('GET', '/api/nowhere', {headers: {'x-request-id': id}})).headers.get('x-request-id')
  assert.is(await idFor('job-17.a_B'), 'job-17.a_B')
  for (const id of ['a b', 'a'.repeat(65), 'ü', node.token]) assert.match((await idFor(id)) ?? '', /^req-[0-9a-f]{24}$/)
  const {json, headers} = await node.call('GET', '/api/nowhere')
  assert.is((json as {request_id: string}).request_id, headers.get('x-request-id'))
})

it('a failure tells nothing of the machine', async () => {
  for (const [method, path] of [
    ['GET', '/api/nowhere'],
    ['POST', '/api/user'],
    ['GET', '/api/repos/alice/none'],
  ] as const) {
    const {text, headers} = await node.call(method, path)
    assert.not.ok(text.includes(node.dir) || /\bat .*:\d+:\d+|node_modules|fastify/i.test(text))
    assert.equal(Object.keys(JSON.parse(text)), ['error', 'message', 'details', 'request_id'])
    assert.is(headers.get('access-control-allow-origin'), null)
  }
})

/** Lines of requests are written a moment after their answers. */
async function logLine(id: string): Promise<Record<string, unknown> | undefined> {
  const found = () => node.log().find(({request_id}) => request_id === id)
  await eventually('its line in the log', () => found() !== undefined)
  return found()
}

it('the log has a line for each request, and no token', async () => {
  const id = `log-${Date.now()}`
  await node.call('GET', `/api/user?token=${node.token}`, {headers: {'x-request-id': id}})
  const line = await logLine(id)
  assert.equal([line?.['route'], line?.['status'], line?.['method']], ['/api/user', 200, 'GET'])
  assert.equal([line?.['address'], typeof line?.['token_id']], ['127.0.0.1', 'string'])
  assert.match(String(line?.['time']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.not.ok(JSON.stringify(node.log()).includes(node.token))
})

it('what was refused stands in the log with whom it came from', async () => {
  const id = `refused-${Date.now()}`
  const headers = {'x-request-id': id, authorization: 'Bearer canary-wrong'}
  assert.is((await node.call('GET', '/api/user', {token: null, headers})).status, 401)
  const line = await logLine(id)
  assert.equal([line?.['status'], line?.['address'], line?.['token_id']], [401, '127.0.0.1', null])
  assert.not.ok(JSON.stringify(node.log()).includes('canary-wrong'))
})
it.run()
