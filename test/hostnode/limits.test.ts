// Counts no coverage: nodes are started again and again, and others of the hosting node's tests run the same lines.
import {readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {closedPort} from '../support/closed-port.ts'
import {eventually} from '../support/eventually.ts'
import {PAYLOADS} from '../support/hook-payloads.ts'
import {startTestNode, type TestNode} from '../support/hostnode.ts'
import {callHostnode, withDatabase} from '../support/hostnode-data.ts'
import {floodNode, freshToken, storedUse} from '../support/measure/node-limit.ts'
import {prometheusFamilies} from '../support/prometheus-text.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('hostnode limits and health')
const PAGE_BYTES = 4_096
/** Of a node that stands alone, by the contract; those of a network of validators are not among them. */
const FAMILIES = [
  'build_info',
  'http_requests_total',
  'http_request_duration_seconds',
  'http_in_flight',
  'git_operations_total',
  'git_operation_duration_seconds',
  'hook_deliveries_total',
  'hook_delivery_duration_seconds',
  'hook_queue_depth',
  'hooks_disabled',
  'ready',
  'rate_limited_total',
  'auth_failures_total',
  'repositories',
  'store_write_duration_seconds',
  'store_wal_bytes',
  'disk_free_bytes',
  'disk_total_bytes',
  'backup_last_success_timestamp_seconds',
]
const rates = ({headers}: {headers: Headers}) =>
  ['limit', 'remaining', 'used', 'reset'].map((name) => Number(headers.get(`x-ratelimit-${name}`)))

it('of many requests at once exactly as many pass as the limit allows, and a restart forgets none', async () => {
  using dir = tempDir()
  const node = await startTestNode({dir: dir.path})
  const ask = (one: TestNode) => one.call('GET', '/api/repos', {token: null})
  const replies = await Promise.all(Array.from({length: 100}, () => ask(node)))
  assert.is(replies.filter(({status}) => status === 200).length, 60)
  const [over] = replies.filter(({status}) => status === 429)
  const {error, retry_after} = Object(over?.json)
  assert.equal([error, String(retry_after)], ['rate_limited', over?.headers.get('retry-after')])
  assert.ok(retry_after >= 1 && retry_after <= 3_600)
  for (const reply of replies) {
    const [limit = 0, remaining = 0, used = 0] = rates(reply)
    assert.equal([limit, remaining + used], [60, 60])
  }
  // Wrong credentials count against the address as well, good ones against their token.
  const wrong = await node.call('GET', '/api/user', {token: null, headers: {authorization: 'Bearer x'}})
  assert.is(wrong.status, 429)
  assert.equal(rates(await node.call('GET', '/api/user')).slice(0, 3), [5_000, 4_999, 1])
  const look = await node.call('GET', '/api/rate_limit')
  assert.equal((look.json as {used: number}).used, 1)
  await node.stop()
  await using again = await startTestNode({dir: dir.path})
  assert.is((await ask(again)).status, 429)
  assert.is(rates(await again.call('GET', '/api/user'))[2], 2)
})

it('of requests at once on one token exactly as many pass as are left, each is told the truth, and kill -9 forgets none', async () => {
  using dir = tempDir()
  const first = await startTestNode({dir: dir.path})
  const {id, token} = await freshToken(first)
  await first.stop()
  const startedAt = Date.now()
  withDatabase(first.dataDir, (db) =>
    db.prepare('INSERT INTO rate_windows (key, started_at, used) VALUES (?, ?, ?)').run(id, startedAt, 4_900),
  )
  const node = await startTestNode({dir: dir.path})
  const flood = await floodNode(node, token, 10, 20)
  const left = Array.from({length: 100}, (_, n) => 99 - n)
  assert.equal(flood, {passed: 100, refused: 100, left, wrong: 0})
  while (storedUse(node.dataDir, id) < 5_000) await new Promise((wake) => setTimeout(wake, 20))
  await node.kill()
  await using again = await startTestNode({dir: dir.path})
  assert.equal(await floodNode(again, token, 1, 2), {passed: 0, refused: 2, left: [], wrong: 0})
})

it('the node tells its health and its state to everybody, and to nobody a limit', async () => {
  await using node = await startTestNode()
  for (let n = 0; n < 80; n++) assert.is((await node.call('GET', '/health/live', {token: null})).status, 200)
  const {status, json} = await node.call('GET', '/health/ready', {token: null})
  const {checks, version} = json as {checks: Record<string, {status: string}>; version: string}
  assert.equal([status, version], [200, '2.0.0'])
  const states = Object.entries(checks).map(([part, {status}]) => `${part} ${status}`)
  assert.equal(states, ['store up', 'disk up', 'git up', 'migrations up', 'sync up', 'quorum unknown', 'hooks up'])
  const told = (await node.call('GET', '/api/node/status', {token: null})).json as Record<string, unknown>
  assert.equal(
    [told['role'], told['synced'], told['block_height'], told['schema_version']],
    ['standalone', true, null, 4],
  )
})

it('a node without git is not ready, says so, and answers what needs none', async () => {
  using dir = tempDir()
  const first = await startTestNode({dir: dir.path})
  await first.call('POST', '/api/repos', {body: {name: 'there', owner: 'alice', private: false}})
  await first.stop()
  await using node = await startTestNode({dir: dir.path, env: {PATH: '/nowhere'}})
  const {status, json} = await node.call('GET', '/health/ready', {token: null})
  assert.equal([status, (json as {checks: {git: {status: string}}}).checks.git.status], [503, 'down'])
  for (const reply of [
    await node.call('POST', '/api/repos', {body: {name: 'a', owner: 'alice'}}),
    await node.call('GET', '/git/alice/there/info/refs?service=git-upload-pack', {token: null}),
  ]) {
    const {error} = reply.json as {error: string}
    assert.equal([reply.status, error, reply.headers.get('retry-after')], [503, 'git_unavailable', '30'])
  }
  const list = (await node.call('GET', '/api/repos')).json as {items: {name: string}[]}
  assert.equal(
    list.items.map(({name}) => name),
    ['there'],
  )
})

it('a node whose database is damaged while it serves is not ready any more, says so, and lives', async () => {
  using dir = tempDir()
  await (await startTestNode({dir: dir.path})).stop()
  await using node = await startTestNode({dir: dir.path})
  const ready = () => node.call('GET', '/health/ready', {token: null})
  assert.is((await ready()).status, 200)
  const file = join(node.dataDir, 'node.sqlite')
  // All but the first page, in place: a disk that lost what it held.
  const damaged = readFileSync(file).fill(0xaa, PAGE_BYTES)
  writeFileSync(file, damaged, {flag: 'r+'})
  await eventually('not to be ready', async () => (await ready()).status === 503)
  const {checks} = (await ready()).json as {checks: {store: object}}
  assert.match(JSON.stringify(checks.store), /"down","reason":"the database is damaged"/)
  assert.is((await node.call('GET', '/health/live', {token: null})).status, 200)
  // What it took now could be gone with the rest: SQLite itself would still take it.
  const reply = await node.call('POST', '/api/tokens', {body: {name: 'too late', scopes: ['repo:read']}})
  assert.equal([reply.status, Object(reply.json).error], [500, 'internal_error'])
})

it('what a trusted proxy says of an address is believed, what callers put before it and others say is not', async () => {
  const used = async (node: TestNode, forwarded: string) => {
    const headers = {'x-forwarded-for': forwarded}
    await node.call('GET', '/api/repos', {token: null, headers})
    return ((await node.call('GET', '/api/rate_limit', {token: null, headers})).json as {used: number}).used
  }
  await using behind = await startTestNode({flags: ['--trust-proxy', '127.0.0.0/8,10.0.0.0/8']})
  const seen = []
  for (const one of [
    '203.0.113.7',
    '203.0.113.8',
    '198.51.100.1, 203.0.113.7',
    '203.0.113.7, 10.1.2.3',
    'x, 203.0.113.7',
  ])
    seen.push(await used(behind, one))
  assert.equal(seen, [1, 1, 2, 3, 4])
  await using alone = await startTestNode()
  assert.equal([await used(alone, '203.0.113.7'), await used(alone, '203.0.113.8')], [1, 2])
})

it('in maintenance writes or all requests wait, but for whom is named and for who ends it', async () => {
  using dir = tempDir()
  const node = await startTestNode({dir: dir.path})
  const set = (one: TestNode, body: object) => one.call('PUT', '/api/admin/maintenance', {body})
  assert.is((await set(node, {enabled: true, writes_only: true})).status, 200)
  const write = (one: TestNode) => one.call('POST', '/api/tokens', {body: {name: 'a', scopes: ['repo']}})
  assert.equal([(await write(node)).status, (await node.call('GET', '/api/user')).status], [503, 200])
  await node.kill()
  await using again = await startTestNode({dir: dir.path})
  assert.is(((await write(again)).json as {error: string}).error, 'maintenance')
  assert.is((await set(again, {enabled: true})).status, 200)
  assert.is((await again.call('GET', '/api/user')).status, 503)
  assert.is((await set(again, {enabled: true, allow: ['127.0.0.0/8']})).status, 200)
  assert.is((await write(again)).status, 201)
  assert.is((await set(again, {enabled: false, allow: ['nowhere']})).status, 422)
  assert.is((await set(again, {enabled: false})).status, 200)
})

it('every family of metrics moves, and no path of a caller is in them', async () => {
  const port = await closedPort()
  await using node = await startTestNode({flags: ['--allow-hook-target', `127.0.0.1:${port}`]})
  const read = async () => {
    const reply = await fetch(`${node.metricsUrl}/metrics`)
    assert.match(reply.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
    return await reply.text()
  }
  const before = await read()
  await node.call('POST', '/api/repos', {body: {name: 'measured', owner: 'alice'}})
  const hook = {url: `http://127.0.0.1:${port}`, secret: 'of the measured'}
  await node.call('POST', '/api/repos/alice/measured/hooks', {body: hook})
  const event = {owner: 'alice', repo: 'measured', event: 'push', payload: PAYLOADS['push']}
  await node.call('POST', '/api/admin/events', {body: event})
  // Nobody answers there: it is tried again later, and waits.
  while (!/^hostnode_hook_deliveries_total.*"retrying"/m.test(await read())) await new Promise(setImmediate)
  assert.is((await node.call('GET', '/git/alice/measured/info/refs?service=git-upload-pack')).status, 200)
  await node.call('GET', '/api/secret-path')
  for (let n = 0; n < 70; n++) await node.call('GET', '/api/user', {token: null, headers: {authorization: 'Bearer x'}})
  const made = callHostnode(['backup', 'create', '--data-dir', node.dataDir, '--output', 'b.tar.gz'], {cwd: node.dir})
  assert.is(made.status, 0, made.stderr)
  const after = await read()
  const families = [...prometheusFamilies(after).keys()].filter((name) => name.startsWith('hostnode_'))
  assert.equal(families.sort(), FAMILIES.map((name) => `hostnode_${name}`).sort())
  const still = families.filter((name) => linesOf(before, name) === linesOf(after, name))
  // What does not change by requests: what runs, the size of the disk, and requests under way that are over; `alert-metrics.test.ts` moves the last two.
  const constant = ['hostnode_build_info', 'hostnode_http_in_flight', 'hostnode_ready', 'hostnode_hooks_disabled']
  assert.equal(
    still.filter((name) => !constant.includes(name) && !name.startsWith('hostnode_disk_')),
    [],
  )
  assert.match(after, /^hostnode_build_info\{version="2\.0\.0",schema_version="4"\} 1$/m)
  assert.match(after, /^hostnode_disk_free_bytes [1-9]/m)
  assert.match(after, /^process_resident_memory_bytes [1-9]/m)
  assert.match(after, /route="unmatched",status="404"/)
  assert.not.ok(after.includes('secret-path'))
  assert.is((await fetch(`${node.metricsUrl}/`)).status, 404)
})
it.run()

function linesOf(text: string, family: string): string {
  return text
    .split('\n')
    .filter((line) => line.startsWith(family))
    .join('\n')
}
