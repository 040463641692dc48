import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {mkdirSync, readdirSync, readFileSync, statSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {releaseProgram} from '../support/built-home.ts'
import {closedPort} from '../support/closed-port.ts'
import {startTestNode, type TestNode} from '../support/hostnode.ts'
import {callHostnode, git, withDatabase} from '../support/hostnode-data.ts'
import {sendLines, setFault} from '../support/node-control.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('hostnode faults')
let node: TestNode
it.before(async () => {
  node = await startTestNode({flags: ['--allow-faults']})
})
it.after(async () => {
  await node[Symbol.asyncDispose]()
})

const socket = () => join(node.dataDir, 'control.sock')
const order = (fields: object) => JSON.stringify({op: 'set', fault: 'not_ready', args: {}, ttl_s: 60, ...fields})
const status = async (path: string) => (await node.call('GET', path)).status
const until = async (isSo: () => boolean | Promise<boolean>) => {
  while (!(await isSo())) await new Promise((wake) => setTimeout(wake, 20))
}
const makeToken = () => node.call('POST', '/api/tokens', {body: {name: 'one', scopes: ['user:read']}})

it('what a line asks for wrongly is told once, and the node goes on', async () => {
  assert.is(statSync(socket()).mode & 0o777, 0o600)
  const answers = await sendLines(
    socket(),
    '',
    '{"op":',
    '[]',
    '{"op":"set","op":"list"}',
    Buffer.from([0x7b, 0xff, 0x7d]),
    order({op: 'fly'}),
    order({fault: 'gremlins'}),
    order({fault: '__proto__'}),
    order({ttl_s: undefined}),
    order({ttl_s: 601}),
    order({ttl_s: '60'}),
    order({colour: 'blue'}),
    order({args: []}),
    order({fault: 'latency', args: {rout: '*', ms: -1, ratio: 2}}),
    order({fault: 'latency', args: {route: '/no/such/route', ms: 1}}),
    order({fault: 'hook_resolver', args: {map: {'a.example': ['not an address']}}}),
    order({fault: 'partition', args: {peers: ['a']}}),
    '{"op":"list"}',
    'x'.repeat(20_000),
  )
  assert.equal(
    answers.map(({error, ok}) => error ?? ok),
    [
      ...['malformed', 'malformed', 'malformed', 'malformed', 'malformed', 'unknown_op'],
      ...['unknown_fault', 'unknown_fault', 'invalid', 'invalid', 'invalid', 'invalid', 'invalid', 'invalid'],
      ...['invalid', 'invalid', 'invalid', true, 'too_long'],
    ],
  )
  const all = String(answers[13]?.['message'])
  for (const part of ['args.rout is no argument', 'args.route is missing', 'args.ms must', 'args.ratio must'])
    assert.match(all, part)
  assert.is(await status('/health/ready'), 200)
})

it('a fault ends by itself though whoever set it is gone, and the status names it while it lasts', async () => {
  const faults = async () => Object((await node.call('GET', '/api/node/status')).json).faults
  await sendLines(socket(), order({ttl_s: 0.4}))
  assert.equal(
    (await faults()).map(({fault}: {fault: string}) => fault),
    ['not_ready'],
  )
  assert.is(await status('/health/ready'), 503)
  await until(async () => (await faults()).length === 0)
  assert.is(await status('/health/ready'), 200)
})

it('errors, delays, silence and broken connections come to their route alone, as often as was asked for', async () => {
  {
    await using _ = await setFault(node, 'error', {route: 'GET /api/user', status: 502, ratio: 0.25})
    const seen: number[] = []
    for (let n = 0; n < 8; n++) seen.push(await status('/api/user'))
    assert.equal(seen, [200, 200, 200, 502, 200, 200, 200, 502])
    assert.is(await status('/api/repos'), 200)
  }
  {
    await using _ = await setFault(node, 'latency', {route: '/api/*', ms: 120})
    const begun = performance.now()
    assert.is(await status('/api/user'), 200)
    assert.ok(performance.now() - begun >= 119)
  }
  {
    await using _ = await setFault(node, 'drop', {route: '/api/repos/:owner/:repo'})
    await node.call('GET', '/api/repos/alice/one').then(
      () => assert.unreachable('a dropped connection was answered'),
      (error) => assert.instance(error, TypeError),
    )
  }
  const hang = await setFault(node, 'hang', {route: '/api/user'})
  let isAnswered = false
  const answer = node.call('GET', '/api/user').then(({status}) => {
    isAnswered = true
    return status
  })
  assert.is(await status('/api/repos'), 200)
  assert.not.ok(isAnswered)
  await hang[Symbol.asyncDispose]()
  assert.is(await answer, 200)
})

it('a full store refuses every write with 507 and reads on, and is well again without a restart', async () => {
  {
    await using _ = await setFault(node, 'store_full')
    const refused = await makeToken()
    assert.equal([refused.status, Object(refused.json).error], [507, 'insufficient_storage'])
    assert.equal([await status('/api/tokens'), await status('/api/user')], [200, 200])
  }
  assert.is((await makeToken()).status, 201)
  // SQLite itself said so: nothing else in the node makes this code.
  assert.ok(node.log().some(({error_message}) => /database or disk is full/.test(String(error_message))))
})

it('a push is refused where the store or git has no room, what was there stays, and the next one is taken', async () => {
  await node.call('POST', '/api/repos', {body: {name: 'full', owner: 'alice'}})
  using dir = tempDir()
  const url = node.url.replace('//', `//alice:${node.token}@`)
  git(dir.path, 'init', '--quiet', '--initial-branch=main', '.')
  const commit = () => git(dir.path, 'commit', '--quiet', '--allow-empty', '-m', 'one more')
  const push = () => git(dir.path, 'push', '--quiet', `${url}/git/alice/full`, 'main')
  const remote = () => git(dir.path, 'ls-remote', `${url}/git/alice/full`, 'refs/heads/main').slice(0, 40)
  commit()
  push()
  const before = remote()
  commit()
  {
    await using _ = await setFault(node, 'store_full')
    assert.throws(push, /error: 507/)
    // Who asked before there was no room, and pushes now.
    const late = await node.call('POST', '/git/alice/full/git-receive-pack', {
      headers: {'content-type': 'application/x-git-receive-pack-request'},
      body: '0000',
    })
    assert.equal([late.status, Object(late.json).error], [507, 'insufficient_storage'])
    assert.is(remote(), before)
  }
  {
    await using _ = await setFault(node, 'git_enospc')
    assert.throws(push, /File too large[\s\S]*remote rejected/)
    assert.is(remote(), before)
  }
  push()
  assert.is(remote(), git(dir.path, 'rev-parse', 'HEAD').trim())
})

it('a clock that is wrong is wrong in answers too, and metrics that are off do not answer', async () => {
  {
    await using _ = await setFault(node, 'clock', {offset_ms: 3_600_000})
    const {headers, json} = await makeToken()
    assert.ok(Date.parse(headers.get('date') ?? '') - Date.now() > 3_500_000)
    assert.ok(Date.parse(Object(json).created_at) - Date.now() > 3_500_000)
  }
  const scrape = () => fetch(`${node.metricsUrl}/metrics`).then(({status: told}) => told)
  {
    await using _ = await setFault(node, 'metrics_off')
    await scrape().then(
      () => assert.unreachable('metrics that are off were answered'),
      (error) => assert.instance(error, TypeError),
    )
  }
  assert.is(await scrape(), 200)
})

it('names of webhooks can be made to lead elsewhere, and are judged there', async () => {
  await node.call('POST', '/api/repos', {body: {name: 'hooked', owner: 'alice'}})
  const hook = {url: 'http://trap.example:8099/', secret: 'a secret of eight'}
  const {json} = await node.call('POST', '/api/repos/alice/hooked/hooks', {body: hook})
  const hooks = `/api/repos/alice/hooked/hooks/${Object(json).id}`
  await using _ = await setFault(node, 'hook_resolver', {map: {'trap.example': ['127.0.0.1']}})
  await node.call('POST', `${hooks}/test`)
  const first = async () => Object((await node.call('GET', `${hooks}/deliveries`)).json).items[0]
  await until(async () => (await first()).status !== 'pending')
  assert.equal([(await first()).status, (await first()).error], ['failed', 'address_refused'])
})

it('people set faults by a command of the node', () => {
  const call = (...args: string[]) => callHostnode(['fault', ...args, '--data-dir', node.dataDir], {cwd: node.dir})
  assert.is(call('set', 'leak', '--ttl', '60s', '--args', '{"mb_per_min":1}').status, 0)
  assert.match(call('list').stdout, '"fault":"leak","args":{"mb_per_min":1}')
  assert.is(call('clear').stdout, '{"cleared":1}\n')
  const wrong = call('set', 'leak', '--args', '{}')
  assert.equal([wrong.status, /ttl_s is required/.test(wrong.stderr)], [2, true])
  for (const args of [[], ['fly'], ['set'], ['list', 'a', 'b'], ['clear', '--args', '{'], ['list', '--ttl', 'soon']])
    assert.is(call(...args).status, 2, args.join(' '))
  assert.is(callHostnode(['fault', 'list', '--data-dir', 'none'], {cwd: node.dir}).status, 3)
})

it('a migration that was slowed before the start lets the node say that it lives, and what ends the fault ends the wait', async () => {
  using dir = tempDir()
  const old = await startTestNode({dir: dir.path, program: releaseProgram('1.0.0'), flags: ['--allow-faults']})
  await setFault(old, 'slow_migration', {step: 2, ms: 300_000}, 600)
  await old.stop()
  const url = `http://127.0.0.1:${await closedPort()}`
  const flags = ['--data-dir', old.dataDir, '--api-addr', url.slice(7), '--metrics-addr', 'off', '--allow-faults']
  const child = spawn(process.execPath, [releaseProgram('1.1.0'), 'serve', ...flags], {
    env: {PATH: process.env['PATH']},
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  const steps = () => {
    assert.is(child.exitCode, null, 'the node that migrates has ended')
    // Only read: a connection that closes last clears the log away, and the node that migrates would find it locked.
    return withDatabase(old.dataDir, (db) => db.prepare('SELECT 1 FROM migrations').all().length, {readOnly: true})
  }
  const ask = (path: string) => fetch(`${url}${path}`).then(({status: told}) => told)
  // Step 1 began and ended, step 2 began.
  await until(() => steps() === 3)
  assert.equal([await ask('/health/live'), await ask('/health/ready'), await ask('/api/repos')], [200, 503, 503])
  const control = join(old.dataDir, 'control.sock')
  assert.equal(await sendLines(control, '{"op":"clear"}'), [{ok: true, cleared: 1}])
  await until(async () => (await ask('/health/ready')) === 200)
  child.kill()
  assert.equal(await ended, [0, null])
})

it('a socket whose path would be too long is elsewhere, and the node says where', async () => {
  using dir = tempDir()
  using runtime = tempDir()
  const long = join(dir.path, 'a'.repeat(100))
  mkdirSync(long)
  await using other = await startTestNode({dir: long, flags: ['--allow-faults'], env: {XDG_RUNTIME_DIR: runtime.path}})
  const {control} = JSON.parse(readFileSync(join(other.dataDir, 'serving.json'), 'utf8'))
  assert.ok(control.startsWith(runtime.path))
  assert.ok(other.log().some((line) => line['control_socket'] === 'in the runtime directory'))
  assert.is(callHostnode(['fault', 'list', '--data-dir', other.dataDir], {cwd: long}).stdout, '{"faults":[]}\n')
  await other.stop()
  assert.equal(readdirSync(runtime.path), [])
})
it.run()
