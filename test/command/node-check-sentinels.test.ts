import {readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {NodeCheckResult, NodeTarget} from '#contract/generated/types'
import {closedPort} from '../support/closed-port.ts'
import {MemoryKeyring, noKeyring} from '../support/fakes/memory-keyring.ts'
import {assayJson} from '../support/hall-rig.ts'
import {startTestNode} from '../support/hostnode.ts'
import {createBare, gitIn} from '../support/second-host/git-backend.ts'
import {hostEnv, writeTarget} from '../support/second-host/host-target.ts'
import {type SecondHost, startSecondHost} from '../support/second-host/second-host.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('node check of what a baseline left')

async function scene() {
  const dir = tempDir()
  const port = await closedPort()
  const listen = `127.0.0.1:${port}`
  const host = await startSecondHost({hookTargets: [listen]})
  const keyring = new MemoryKeyring()
  const receiver = {public_url: `http://${listen}/hook`, listen}
  const target = (over: Partial<NodeTarget> = {}) =>
    writeTarget(dir.path, [host], {checks: {mutate: true, receiver}, ...over})
  const ask = async (argv: readonly string[], open = keyring.open) => {
    const options = {cwd: dir.path, env: hostEnv(host), ports: {keyring: open}}
    return (await assayJson(['node', ...argv, '--target', 'target.json'], options)).document
  }
  target()
  return {
    dir,
    host,
    keyring,
    target,
    baseline: (...argv: string[]) => ask(['baseline', '--window', '100ms', ...argv]),
    check: async (id: string, open?: typeof keyring.open) => {
      const {checks}: NodeCheckResult = await ask(['check', '--baseline', 'latest', '--only', id], open)
      return `${checks[0]?.status}: ${checks[0]?.reason}`
    },
    [Symbol.asyncDispose]: async () => {
      await host[Symbol.asyncDispose]()
      dir[Symbol.dispose]()
    },
  }
}

const mark = ({state}: SecondHost) => {
  const [token] = state.tokens.filter(({name, isRevoked}) => name === 'assay-sentinel' && !isRevoked)
  const [hook] = state.hooks.filter(({repo}) => repo === 'assay-sentinel')
  assert.ok(token && hook)
  return {token, hook}
}

it('an old token and an old webhook are used, not counted alone', async () => {
  await using rig = await scene()
  const first = await rig.baseline()
  assert.is(first.exit.code, 0, JSON.stringify(first))
  const {token, hook} = mark(rig.host)
  assert.equal(new Set(rig.keyring.entries.values()), new Set([token.value, hook.secret]))
  rig.host.state.restart('1.1.0')
  assert.is(await rig.check('data.accounts'), 'pass: null')
  for (const name of readdirSync(join(rig.dir.path, 'runs'), {recursive: true, encoding: 'utf8'}))
    if (/results\/checks\/.*\.json$/.test(name))
      assert.not.match(readFileSync(join(rig.dir.path, 'runs', name), 'utf8'), '[redacted:', name)
  // A machine without a keyring counts, and says that it did no more.
  const said = await rig.check('data.accounts', noKeyring)
  assert.match(said, /^warn: counted alone: no keyring here has the old token; no keyring here has the secret/)
  // A second baseline takes the same ones: there is nothing more on the host.
  await rig.baseline()
  assert.equal(mark(rig.host), {token, hook})
  assert.is(rig.keyring.entries.size, 2)
  const {secret} = hook
  Object.assign(hook, {secret: 'another'})
  assert.is(await rig.check('data.accounts'), 'fail: the old webhook does not sign with its secret any more')
  Object.assign(hook, {secret})
  Object.assign(token, {value: 'another'})
  assert.is(await rig.check('data.accounts'), 'fail: the old token is answered 401')
})

it('refs under a fence are equal, and HEAD names what it named', async () => {
  await using rig = await scene()
  const {state} = rig.host
  rig.target({checks: {mutate: false}})
  createBare(state.root, 'kept')
  state.repos.push({id: state.id(), name: 'kept', created_at: 1})
  const git = (...args: string[]) => gitIn(state.root, 'kept', ...args)
  const commit = git('commit-tree', git('hash-object', '-w', '-t', 'tree', '/dev/null'), '-m', 'one')
  git('update-ref', 'refs/heads/trunk', commit)
  git('symbolic-ref', 'HEAD', 'refs/heads/trunk')
  await rig.baseline('--fenced')
  assert.is(await rig.check('data.refs'), 'pass: null')
  git('update-ref', 'refs/heads/new', commit)
  assert.match(await rig.check('data.refs'), /^fail: \w+\/kept refs\/heads\/new is new$/)
  git('symbolic-ref', 'HEAD', 'refs/heads/new')
  git('update-ref', '-d', 'refs/heads/new')
  assert.match(await rig.check('data.refs'), /^fail: another default branch/)
})

it('our own node keeps them over a kill', async () => {
  using dir = tempDir()
  using data = tempDir()
  const listen = `127.0.0.1:${await closedPort()}`
  const keyring = new MemoryKeyring()
  const argv = ['--target', 'target.json']
  for (const step of ['before', 'after'] as const) {
    await using node = await startTestNode({dir: data.path, flags: ['--allow-hook-target', listen]})
    const target = {
      schema_version: 1,
      kind: 'node-target',
      alias: 'own',
      environment: 'embedded',
      nodes: [{name: 'n', base_url: node.url}],
      auth: {token_env: 'HOST_TOKEN'},
      checks: {mutate: true, receiver: {public_url: `http://${listen}/hook`, listen}},
    }
    writeFileSync(join(dir.path, 'target.json'), JSON.stringify(target))
    const env = {ASSAY_ALLOW_LOOPBACK: '1', HOST_TOKEN: node.token, PATH: process.env['PATH'] ?? ''}
    const options = {cwd: dir.path, env, ports: {keyring: keyring.open}}
    if (step === 'before') {
      const {document} = await assayJson(['node', 'baseline', '--window', '100ms', '--fenced', ...argv], options)
      assert.is(document.exit.code, 0, JSON.stringify(document))
    } else {
      const only = ['data.repos', 'data.refs', 'data.accounts', 'data.fsck'].flatMap((id) => ['--only', id])
      const {document} = await assayJson(['node', 'check', '--baseline', 'latest', ...only, ...argv], options)
      assert.equal(
        document.checks.map(({id, status, reason}: NodeCheckResult['checks'][number]) => [id, status, reason]),
        ['data.repos', 'data.refs', 'data.accounts', 'data.fsck'].map((id) => [id, 'pass', null]),
      )
    }
    await node.kill()
  }
})

it.run()
