import {readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {closedPort} from '../support/closed-port.ts'
import {assayJson} from '../support/hall-rig.ts'
import {askOwnNode} from '../support/own-node/check-own-node.ts'
import {startOwnNode} from '../support/own-node/start-own-node.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('what the token of a target may see and do')
const ADAPTER = {kind: 'embedded', home: 'nodes', releases: 'releases'} as const

async function scene() {
  const dir = tempDir()
  const node = await startOwnNode()
  const call = async (method: string, path: string, body?: unknown) => {
    const headers = {authorization: `Bearer ${node.token}`, 'content-type': 'application/json'}
    const reply = await fetch(node.url + path, {
      method,
      headers,
      ...(body !== undefined && {body: JSON.stringify(body)}),
    })
    return (await reply.json().catch(() => ({}))) as Record<string, unknown>
  }
  const asking = {folder: dir.path, port: await closedPort(), over: {adapter: ADAPTER, checks: {mutate: false}}}
  // It writes the target that the other commands are given.
  await askOwnNode(node, ['check', '--only', 'health.ready'], asking)
  return {
    dir,
    call,
    makeRepository: (name: string, isPrivate = true) =>
      call('POST', '/api/repos', {name, owner: 'alice', private: isPrivate}),
    tokenOf: async (...scopes: string[]) =>
      String((await call('POST', '/api/tokens', {name: 'less', scopes}))['token']),
    ask: async (token: string, ...argv: string[]) => {
      const env = {ASSAY_ALLOW_LOOPBACK: '1', HOST_TOKEN: token, PATH: process.env['PATH'] ?? ''}
      const {code, document} = await assayJson(['node', ...argv, '--target', 'target.json'], {cwd: dir.path, env})
      return {code, document, said: JSON.stringify(document)}
    },
    token: node.token,
    [Symbol.asyncDispose]: async () => {
      await node[Symbol.asyncDispose]()
      dir[Symbol.dispose]()
    },
  }
}

const UPGRADE = ['upgrade', '--to', '9.9.9', '--apply']
const COMMANDS = [['baseline', '--window', '100ms'], ['plan', '--to', '9.9.9'], UPGRADE]

it('a baseline, a plan and an upgrade are refused where it does not list all that the service says it holds', async () => {
  await using rig = await scene()
  await rig.makeRepository('one')
  const blind = await rig.tokenOf('user')
  for (const words of COMMANDS) {
    const {code, said} = await rig.ask(blind, ...words)
    assert.is(code, 3, said)
    assert.match(said, 'host_unfit')
    assert.match(said, 'the service says that it holds 1, and the token lists 0')
    assert.match(said, 'repo:read')
  }
  // What anybody may see is not all there is.
  await rig.makeRepository('shown', false)
  const half = await rig.ask(blind, 'baseline', '--window', '100ms')
  assert.is(half.code, 3, half.said)
  assert.match(half.said, 'it holds 2, and the token lists 1')
  const reader = await rig.tokenOf('repo:read', 'user:read')
  assert.is((await rig.ask(reader, 'baseline', '--window', '100ms')).code, 0)
})

it('they are refused where it reads no tokens and keys', async () => {
  await using rig = await scene()
  const half = await rig.tokenOf('repo:read')
  for (const words of COMMANDS) {
    const {code, said} = await rig.ask(half, ...words)
    assert.is(code, 3, said)
    assert.match(said, /host_unfit.*the token lacks the scope user:read/)
  }
})

it('a baseline has what users have, and nothing that a check left', async () => {
  await using rig = await scene()
  const left = 'assay-20260101t000000000z-k3q7xz-'
  await rig.makeRepository('kept')
  await rig.makeRepository(`${left}ab12`)
  const {id} = await rig.call('POST', '/api/tokens', {name: `${left}cd34`, scopes: ['user:read']})
  const {code, document, said} = await rig.ask(rig.token, 'baseline', '--window', '100ms')
  assert.is(code, 0, said)
  assert.equal(
    document.inventory.repos.map(({name}: {name: string}) => name),
    ['kept'],
  )
  await rig.call('DELETE', `/api/repos/alice/${left}ab12`)
  await rig.call('DELETE', `/api/tokens/${String(id)}`)
  const only = ['data.repos', 'data.accounts'].flatMap((name) => ['--only', name])
  const after = await rig.ask(rig.token, 'check', '--baseline', 'latest', ...only)
  assert.is(after.code, 0, after.said)
})

it('a baseline is held against its own target alone', async () => {
  await using rig = await scene()
  const taken = await rig.ask(rig.token, 'baseline', '--window', '100ms')
  assert.is(taken.code, 0, taken.said)
  const file = join(rig.dir.path, 'target.json')
  const own = readFileSync(file, 'utf8')
  const check = () => rig.ask(rig.token, 'check', '--mode', 'quick', '--baseline', taken.document.run_id)
  assert.is((await check()).code, 0)
  const others = [
    [{alias: 'other'}, 'this baseline is of own, and not of other'],
    [{nodes: [{name: 'm', base_url: 'http://127.0.0.1:1'}]}, 'this baseline is of other nodes: of n, and not of m'],
  ] as const
  for (const [over, why] of others) {
    writeFileSync(file, JSON.stringify({...JSON.parse(own), ...over}))
    const {code, said} = await check()
    assert.is(code, 2, said)
    assert.match(said, why)
  }
})
it('checks that it may not ask say which scope is missing, and nothing of the service', async () => {
  await using rig = await scene()
  await rig.makeRepository('kept')
  assert.is((await rig.ask(rig.token, 'baseline', '--window', '100ms')).code, 0)
  const file = join(rig.dir.path, 'target.json')
  const target = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({...target, checks: {...target.checks, mutate: true}}))
  const rows = [
    [['repo:read'], 'data.accounts', 'the token lacks the scope user:read'],
    [['repo:read', 'user:read'], 'git.roundtrip', 'the token lacks the scope repo'],
    [['repo:read', 'user:read'], 'ssh.key.lifecycle', 'the token lacks the scope user'],
    [['user:read'], 'data.repos', 'the token lacks the scope repo:read'],
    [['user:read'], 'data.refs', 'the token lacks the scope repo:read'],
  ] as const
  for (const [scopes, id, lacking] of rows) {
    const {code, document} = await rig.ask(await rig.tokenOf(...scopes), 'check', '--baseline', 'latest', '--only', id)
    assert.equal([code, document.checks[0].status], [4, 'inconclusive'], id)
    assert.match(document.checks[0].reason, lacking)
    const page = readFileSync(join(rig.dir.path, document.run_path, 'reports/report.md'), 'utf8')
    assert.match(page, 'Give a token with the scope that is named')
    assert.not.match(page, 'Stop the rollout')
  }
})

it.run()
