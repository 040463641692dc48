import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {closedPort} from '../support/closed-port.ts'
import {assayJson} from '../support/hall-rig.ts'
import {askOwnNode} from '../support/own-node/check-own-node.ts'
import {startOwnNode} from '../support/own-node/start-own-node.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('a token that the service refuses')
const ADAPTER = {kind: 'embedded', home: 'nodes', releases: 'releases'} as const

async function scene() {
  const dir = tempDir()
  const node = await startOwnNode()
  const asking = {folder: dir.path, port: await closedPort(), over: {adapter: ADAPTER}}
  // It writes the target that the other commands are given.
  const good = (...argv: string[]) => askOwnNode(node, argv, asking)
  await good('check', '--only', 'health.ready')
  const left = async () => {
    const said = (await (await fetch(`${node.url}/api/rate_limit`)).json()) as {remaining: number}
    return said.remaining
  }
  return {
    good,
    refused: async (...argv: string[]) => {
      const before = await left()
      const env = {ASSAY_ALLOW_LOOPBACK: '1', HOST_TOKEN: 'garbagegarbage', PATH: process.env['PATH'] ?? ''}
      const line = ['node', ...argv, '--target', 'target.json']
      const {code, document} = await assayJson(line, {cwd: dir.path, env})
      const page = join(dir.path, document.run_path ?? '', 'reports/report.md')
      const lines = existsSync(page) ? readFileSync(page, 'utf8') : ''
      return {code, document, said: JSON.stringify(document), lines, used: before - (await left())}
    },
    [Symbol.asyncDispose]: async () => {
      await node[Symbol.asyncDispose]()
      dir[Symbol.dispose]()
    },
  }
}

it('ends a baseline at its first answer, and the node grants others what it did before', async () => {
  await using rig = await scene()
  const {code, said, used} = await rig.refused('baseline', '--window', '100ms')
  assert.is(code, 3)
  assert.match(said, 'unauthorized')
  assert.match(said, 'HOST_TOKEN')
  assert.ok(used <= 2, `${used} requests without a good token`)
  const healthy = await rig.good('check', '--only', 'auth.negative')
  assert.equal([healthy.exit.code, healthy.checks[0]?.status], [0, 'pass'])
})

it('ends an upgrade before it begins, and its plan', async () => {
  await using rig = await scene()
  for (const words of [['plan'], ['upgrade'], ['upgrade', '--apply']]) {
    const {code, said, used} = await rig.refused(...words, '--to', '9.9.9')
    assert.is(code, 3, said)
    assert.match(said, 'unauthorized')
    assert.ok(used <= 2, `${used} requests without a good token`)
  }
})
it('is the mistake of whoever gives it, and nothing is said of the service; what needs no token is asked', async () => {
  await using rig = await scene()
  const only = ['health.ready', 'api.repos', 'auth.positive', 'git.roundtrip', 'token.lifecycle', 'ssh.key.lifecycle']
  const {code, document, said} = await rig.refused('check', ...only.flatMap((id) => ['--only', id]))
  assert.is(code, 4, said)
  const states = Object.fromEntries(document.checks.map(({id, status}: {id: string; status: string}) => [id, status]))
  assert.equal(states, Object.fromEntries(only.map((id) => [id, id === 'health.ready' ? 'pass' : 'inconclusive'])))
  assert.match(said, 'the service refuses the token of the target')
})

it('may be one that the upgrade lost where there is a baseline: that is no doubt', async () => {
  await using rig = await scene()
  await rig.good('baseline', '--window', '100ms')
  const {code, said, lines} = await rig.refused('check', '--baseline', 'latest', '--only', 'data.repos')
  assert.is(code, 1, said)
  assert.match(lines, /Give the token that belongs to this service[\s\S]*tokens were lost: stop the rollout/)
})
it.run()
