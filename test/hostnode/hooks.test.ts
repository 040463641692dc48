import {readFileSync, statSync} from 'node:fs'
import {join} from 'node:path'
import {verify} from '@octokit/webhooks-methods'
import {Webhook} from 'standardwebhooks'
import * as assert from 'uvu/assert'
import {gitOut} from '../support/git-client.ts'
import {type Caught, catchHooks} from '../support/hook-catcher.ts'
import {allEnded, deliveries, fields, HOOKS, makeHook, nodeFor, raise, SECRET, settled} from '../support/hook-node.ts'
import {PAYLOADS} from '../support/hook-payloads.ts'
import {startTestNode} from '../support/hostnode.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('webhooks of the node')

function attemptsIn(delivery: Record<string, unknown> | undefined): {n: number; error: string}[] {
  return (delivery?.['attempts'] ?? []) as {n: number; error: string}[]
}

const ID = /^dlv_[0-9a-hjkmnp-tv-z]{26}$/

it('a webhook is made, listed, changed and deleted, and its secret is never told or stored in clear', async () => {
  await using node = await startTestNode()
  await node.call('POST', '/api/repos', {body: {name: 'demo', owner: 'alice'}})
  const made = await node.call('POST', HOOKS, {body: {url: 'http://example.org/x', secret: SECRET}})
  const {id, created_at: _, ...rest} = fields(made.json) as Record<string, unknown>
  assert.equal(rest, {
    url: 'http://example.org/x',
    events: ['push'],
    active: true,
    has_secret: true,
    disabled_reason: null,
    warnings: ['insecure_url'],
  })
  const listed = await node.call('GET', HOOKS)
  assert.equal([fields(listed.json)['total_count'] as unknown, listed.text.includes(SECRET)], [1, false])
  const changed = await node.call('PATCH', `${HOOKS}/${id}`, {
    body: {url: 'https://example.org/y', events: ['create', 'delete'], active: false, secret: 'another one'},
  })
  const {url, events, active, warnings} = fields(changed.json) as Record<string, unknown>
  assert.equal([url, events, active, warnings], ['https://example.org/y', ['create', 'delete'], false, []])
  const bad: [object, string][] = [
    [{}, 'url secret'],
    [{url: 'ftp://example.org', secret: 'short'}, 'url secret'],
    [{url: 'https://example.org', secret: SECRET, events: []}, 'events'],
    [{url: 'https://example.org', secret: SECRET, events: ['pushed']}, 'events'],
    [{url: 'https://example.org', secret: SECRET, events: ['push', 'push']}, 'events'],
    [{url: 'https://example.org', secret: 'x'.repeat(257)}, 'secret'],
    [{url: 'https://example.org', secret: SECRET, active: 'yes', colour: 1}, 'active colour'],
  ]
  for (const [body, wrong] of bad) {
    const reply = await node.call('POST', HOOKS, {body})
    const named = (fields(reply.json)['details'] as unknown as {field: string}[]).map(({field}) => field)
    assert.equal([reply.status, named.join(' ')], [422, wrong])
  }
  assert.is((await node.call('PATCH', `${HOOKS}/${id}`, {body: {}})).status, 422)
  assert.is((await node.call('GET', HOOKS, {token: null})).status, 401)
  assert.is((await node.call('DELETE', `${HOOKS}/${id}`)).status, 204)
  assert.is((await node.call('DELETE', `${HOOKS}/${id}`)).status, 404)
  for (let count = 0; count < 20; count++) await makeHook(node, 'https://example.org')
  assert.is((await node.call('POST', HOOKS, {body: {url: 'https://example.org', secret: SECRET}})).status, 409)
  assert.is(statSync(join(node.dataDir, 'keys', 'secrets.key')).mode & 0o777, 0o600)
  await node.stop()
  for (const name of ['node.sqlite']) assert.not.ok(readFileSync(join(node.dataDir, name)).includes(SECRET))
  assert.not.ok(JSON.stringify(node.log()).includes(SECRET))
})

it("what the node sends, Octokit's package and that of Standard Webhooks verify", async () => {
  await using catcher = await catchHooks()
  await using node = await nodeFor(catcher.port)
  const standard = `whsec_${Buffer.from('a key of standard webhooks').toString('base64')}`
  const hook = await makeHook(node, `${catcher.url}/in?x=1`, {
    events: Object.keys(PAYLOADS).filter((one) => one !== 'ping'),
  })
  await makeHook(node, `${catcher.url}/standard`, {secret: standard})
  const events = Object.keys(PAYLOADS).filter((one) => one !== 'ping')
  for (const event of events) assert.is((await raise(node, event)).status, 202)
  await catcher.until((all) => all.length === events.length + 1)
  const own = catcher.caught.filter(({path}) => path === '/in?x=1')
  assert.equal(
    own.map(({headers}) => headers['x-host-event']),
    events,
  )
  for (const {headers, body} of own) {
    assert.ok(await verify(SECRET, body, String(headers['x-host-signature-256'])))
    assert.match(String(headers['x-host-delivery']), ID)
    assert.equal([headers['x-host-hook-id'], headers['content-type']], [hook, 'application/json'])
    assert.match(String(headers['user-agent']), /^hostnode\/\d/)
    const {event_id: id, sent_at: at} = JSON.parse(body)
    assert.match(`${id} ${at}`, /^evt_\w{26} \d{4}-\d\d-\d\dT[\d:.]+Z$/)
  }
  const other = catcher.caught.find(({path}) => path === '/standard')
  assert.is(catcher.connections(), catcher.caught.length)
  assert.ok(other)
  if (other) new Webhook(standard).verify(other.body, other.headers as Record<string, string>)
  const [first] = await settled(node, hook, allEnded(events.length))
  const {status, status_code: code, attempt, attempts} = first ?? {}
  assert.equal([status, code, attempt, (attempts as unknown[]).length], ['success', 200, 1, 1])
  assert.not.ok('error' in (first ?? {}))
})

it('a push by git is told with its commits, signed, and so is the branch that it made', async () => {
  using dir = tempDir()
  await using catcher = await catchHooks()
  await using node = await nodeFor(catcher.port)
  await makeHook(node, catcher.url, {events: ['push', 'create', 'delete']})
  const {token} = node
  const run = (...args: string[]) => gitOut(args, {cwd: dir.path, token})
  await run('init', '--quiet', '--initial-branch=main', '.')
  await run('commit', '--quiet', '--allow-empty', '--message=one')
  const url = `${node.url}/git/alice/demo`
  await run('push', '--quiet', url, 'main:side')
  const head = await run('rev-parse', 'HEAD')
  await run('push', '--quiet', url, ':side')
  const sent = await catcher.until((all) => all.length === 4).then(() => catcher.caught)
  for (const {headers, body} of sent) assert.ok(await verify(SECRET, body, String(headers['x-host-signature-256'])))
  const told = sent.map(({headers, body}) => ({kind: headers['x-host-event'], ...JSON.parse(body)}))
  assert.equal(
    told.map(({kind, action, ref}) => `${kind} ${action} ${ref}`),
    ['push created', 'create created', 'push deleted', 'delete deleted'].map((words) => `${words} refs/heads/side`),
  )
  const [push] = told
  assert.equal([push.after, push.commits.map(({id}: {id: string}) => id), push.pusher.name], [head, [head], 'alice'])
  assert.equal(push.repository, {name: 'demo', owner: 'alice'})
})

it('a failed delivery is tried again with the same bytes, then given up; redeliver and ping work', async () => {
  await using catcher = await catchHooks((_, count) => (count <= 3 ? 500 : 204))
  await using node = await nodeFor(catcher.port)
  const hook = await makeHook(node, catcher.url)
  await raise(node)
  const [failed] = await settled(node, hook, allEnded(1))
  assert.equal([failed?.['status'], failed?.['error'], failed?.['attempt']], ['failed', 'http 500', 3])
  assert.equal(
    attemptsIn(failed).map(({n, error}) => `${n} ${error}`),
    ['1 http 500', '2 http 500', '3 http 500'],
  )
  const again = await node.call('POST', `${HOOKS}/${hook}/deliveries/${failed?.['id']}/redeliver`)
  assert.equal([again.status, again.json], [202, {delivery_id: failed?.['id'], attempt: 4}])
  const [done] = await settled(node, hook, (all) => all[0]?.['status'] === 'success')
  assert.is(attemptsIn(done).length, 4)
  const same = catcher.caught.map(
    ({headers, body}) => `${headers['x-host-delivery']} ${headers['x-host-signature-256']} ${body}`,
  )
  assert.is(new Set(same).size, 1)
  await node.call('PATCH', `${HOOKS}/${hook}`, {body: {active: false}})
  await raise(node)
  const tested = await node.call('POST', `${HOOKS}/${hook}/test`)
  assert.is(tested.status, 202)
  await catcher.until((all) => all.length === 5)
  assert.equal(
    [catcher.caught[4]?.headers['x-host-event'], JSON.parse(catcher.caught[4]?.body ?? '').hook_id],
    ['ping', hook],
  )
  const all = await settled(node, hook, allEnded(2))
  assert.equal(
    all.map(({event}) => event),
    ['ping', 'push'],
  )
  assert.equal((await deliveries(node, hook, '?status=failed')).length, 0)
  assert.is((await node.call('GET', `${HOOKS}/${hook}/deliveries?status=lost`)).status, 422)
})

it('a redirect is refused, 410 switches off at once, and ten failures in a row do', async () => {
  const answers: Record<string, (caught: Caught) => number | {status: number; headers: Record<string, string>}> = {
    '/moved': () => ({status: 302, headers: {location: '/in'}}),
    '/gone': () => 410,
    '/bad': () => 500,
  }
  await using catcher = await catchHooks((caught) => answers[caught.path]?.(caught) ?? 200)
  await using node = await nodeFor(catcher.port, {schedule: '0s'})
  const [moved, gone, bad] = [
    await makeHook(node, `${catcher.url}/moved`),
    await makeHook(node, `${catcher.url}/gone`),
    await makeHook(node, `${catcher.url}/bad`, {events: ['star']}),
  ]
  await raise(node)
  const [refused] = await settled(node, moved, allEnded(1))
  assert.equal([refused?.['error'], refused?.['status_code']], ['redirect_refused', 302])
  await settled(node, gone, allEnded(1))
  for (let count = 0; count < 10; count++) await raise(node, 'star')
  await settled(node, bad, allEnded(10))
  const {json} = await node.call('GET', HOOKS)
  const states = (fields(json)['items'] as unknown as Record<string, unknown>[]).map(
    ({active, disabled_reason: why}) => `${active} ${why}`,
  )
  assert.equal(states, ['true null', 'false gone', 'false failing'])
  assert.not.ok(catcher.caught.some(({path}) => path === '/in'))
  const on = await node.call('PATCH', `${HOOKS}/${bad}`, {body: {active: true}})
  assert.equal([fields(on.json)['active'] as unknown, fields(on.json)['disabled_reason'] as unknown], [true, null])
})

it('a receiver that asks to wait is not called before, and a later event is not held back', async () => {
  await using catcher = await catchHooks((_, count) =>
    count === 1 ? {status: 503, headers: {'retry-after': '3600'}} : 200,
  )
  await using node = await nodeFor(catcher.port)
  const hook = await makeHook(node, catcher.url)
  await raise(node)
  await catcher.until((all) => all.length === 1)
  await settled(node, hook, (all) => all[0]?.['status'] === 'retrying')
  await raise(node)
  const [second, first] = await settled(node, hook, (all) => all[0]?.['status'] === 'success')
  assert.equal([second?.['status'], first?.['status']], ['success', 'retrying'])
  const wait = Date.parse(String(first?.['next_attempt_at'])) - Date.parse(String(first?.['delivered_at']))
  assert.ok(wait >= 3_600_000)
  const early = await node.call('POST', `${HOOKS}/${hook}/deliveries/${first?.['id']}/redeliver`)
  assert.is(early.status, 409)
})

it('one hook at a time is called once, and a slow one holds back no other', async () => {
  await using slow = await catchHooks(() => 'never')
  await using quick = await catchHooks()
  await using node = await startTestNode({
    flags: ['--allow-hook-target', `127.0.0.1:${slow.port}`, '--allow-hook-target', `127.0.0.1:${quick.port}`],
  })
  await node.call('POST', '/api/repos', {body: {name: 'demo', owner: 'alice'}})
  await makeHook(node, slow.url)
  const hook = await makeHook(node, quick.url)
  for (let count = 0; count < 10; count++) await raise(node)
  await settled(node, hook, allEnded(10))
  assert.equal([slow.caught.length, quick.mostAtOnce()], [1, 1])
  const {text} = await fetch(`${node.metricsUrl}/metrics`).then(async (reply) => ({text: await reply.text()}))
  assert.match(text, /hostnode_hook_deliveries_total\{outcome="success"\} 10/)
  assert.match(text, /hostnode_hook_queue_depth 10/)
})

it('a setting of webhooks that is wrong is refused before a port opens', async () => {
  for (const flags of [
    ['--allow-hook-target', '127.0.0.1:x'],
    ['--hook-schedule', '5s,soon'],
  ]) {
    const said = await startTestNode({flags}).then(() => '', String)
    assert.match(said, /the node did not serve/)
  }
})

it.run()
