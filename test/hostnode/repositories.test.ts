// Counts no coverage: nodes are started again and again, and others of the hosting node's tests run the same lines.
import {execFileSync} from 'node:child_process'
import {readdirSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {CRASH_POINTS} from '#hostnode/model/crash-points'
import {startTestNode, type TestNode} from '../support/hostnode.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('hostnode repositories')
const namesIn = (node: TestNode) =>
  node.call('GET', '/api/repos').then(({json}) => (json as {items: {name: string}[]}).items.map(({name}) => name))
const make = (node: TestNode, name: string, more: object = {}) =>
  node.call('POST', '/api/repos', {body: {name, owner: 'alice', ...more}})

it('a repository is there for its owner, on the disk as git wants it, and gone when it is deleted', async () => {
  await using node = await startTestNode()
  const {status, json} = await make(node, 'Demo.site')
  assert.is(status, 201)
  const {id, clone_url, default_branch} = json as Record<string, string>
  assert.equal([clone_url, default_branch], [`${node.url}/git/alice/Demo.site`, 'main'])
  const folder = join(node.dataDir, 'repos', `${id}.git`)
  const head = execFileSync('git', ['-C', folder, 'symbolic-ref', 'HEAD'], {encoding: 'utf8'})
  assert.is(head, 'refs/heads/main\n')
  assert.is((await make(node, 'demo.SITE')).status, 409)
  assert.is((await node.call('GET', '/api/repos/ALICE/demo.site')).status, 200)
  assert.is((await node.call('DELETE', '/api/repos/alice/Demo.site')).status, 204)
  assert.is((await node.call('DELETE', '/api/repos/alice/Demo.site')).status, 404)
  assert.is((await make(node, 'demo.SITE')).status, 201)
})

it('private ones are seen by their owner alone, public ones by all', async () => {
  await using node = await startTestNode()
  const {json} = await node.call('POST', '/api/admin/users', {body: {username: 'bob'}})
  const bob = (json as {token: {token: string}}).token.token
  await make(node, 'open', {private: false})
  const own = await node.call('POST', '/api/repos', {token: bob, body: {name: 'mine', owner: 'bob'}})
  assert.is(own.status, 201)
  await make(node, 'closed')
  const seen = async (token: string | null) =>
    ((await node.call('GET', '/api/repos', {token})).json as {items: {name: string}[]}).items.map(({name}) => name)
  assert.equal(await seen(null), ['open'])
  assert.equal(await seen(bob), ['open', 'mine'])
  assert.equal(await seen(node.token), ['open', 'mine', 'closed'])
  for (const path of ['/api/repos/alice/closed', '/api/repos/alice/none'])
    assert.is((await node.call('GET', path, {token: bob})).status, 404)
  assert.is((await node.call('GET', '/api/repos/alice/open', {token: null})).status, 200)
  assert.is((await node.call('DELETE', '/api/repos/alice/open', {token: null})).status, 401)
  assert.is((await node.call('DELETE', '/api/repos/alice/open', {token: bob})).status, 403)
  assert.is((await node.call('POST', '/api/repos', {token: bob, body: {name: 'a', owner: 'alice'}})).status, 403)
  for (const name of ['--upload-pack=x', 'a/../b', 'a'.repeat(101), 'a.git', 'a.lock', '.', 'a b', 'x..y'])
    assert.is((await make(node, name)).status, 422, name)
})

it('of many who want one name at once, one gets it', async () => {
  await using node = await startTestNode()
  const replies = await Promise.all(Array.from({length: 12}, () => make(node, 'wanted')))
  assert.equal(replies.map(({status}) => status).sort(), [201, ...Array.from({length: 11}, () => 409)])
  const root = readdirSync(join(node.dataDir, 'repos'))
  assert.is(root.filter((name) => name.startsWith('.staging')).length, 0)
})

const CREATE = CRASH_POINTS.filter((point) => point.startsWith('repository.create'))
const DELETE = CRASH_POINTS.filter((point) => point.startsWith('repository.delete'))

it('a crash at any moment of making or deleting is mended by the next start', async () => {
  using dir = tempDir()
  const before = await startTestNode({dir: dir.path})
  assert.is((await make(before, 'kept')).status, 201)
  await before.kill()
  for (const point of CREATE) {
    const node = await startTestNode({dir: dir.path, env: {HOSTNODE_CRASH_AT: point}})
    await make(node, 'cut').then(
      () => assert.unreachable(`${point} was not passed`),
      () => undefined,
    )
    assert.is((await node.ended).signal, 'SIGKILL')
    await using again = await startTestNode({dir: dir.path})
    const names = await namesIn(again)
    // Nobody was told: it may be there or not, but whole, and its name is either.
    assert.ok(names.includes('kept'))
    assert.is((await make(again, 'cut')).status, names.includes('cut') ? 409 : 201, point)
    assert.is((await again.call('DELETE', '/api/repos/alice/cut')).status, 204)
    await again.stop()
  }
  for (const point of DELETE) {
    const node = await startTestNode({dir: dir.path, env: {HOSTNODE_CRASH_AT: point}})
    assert.is((await make(node, 'cut')).status, 201)
    await node.call('DELETE', '/api/repos/alice/cut').catch(() => undefined)
    assert.is((await node.ended).signal, 'SIGKILL')
    await using again = await startTestNode({dir: dir.path})
    assert.equal(await namesIn(again), ['kept'], point)
    assert.is(readdirSync(join(again.dataDir, 'repos')).length, 1, point)
    await again.stop()
  }
})

it.run()
