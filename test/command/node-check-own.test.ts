import {statfsSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {NodeCheckResult} from '#contract/generated/types'
import {assayJson} from '../support/hall-rig.ts'
import {startTestNode, type TestNode} from '../support/hostnode.ts'
import {blamedIn, startCheckedNode} from '../support/measure/node-checks.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('node check of our own node')
/** What a node that stands alone can be asked. */
const ASKED = [
  ...[
    'ver.skew',
    'health.live',
    'health.ready',
    'health.startup',
    'mig.complete',
    'res.disk',
    'res.clock',
    'met.scrape',
    'api.repos',
  ],
  ...[
    'page.walk',
    'auth.positive',
    'auth.negative',
    'git.roundtrip',
    'token.lifecycle',
    'ssh.key.lifecycle',
    'rate.headers',
  ],
]

async function check(node: TestNode, folder: string, ...argv: string[]): Promise<NodeCheckResult> {
  const target = {
    schema_version: 1,
    kind: 'node-target',
    alias: 'own',
    environment: 'embedded',
    nodes: [{name: 'n', base_url: node.url, metrics_url: `${node.metricsUrl.replace(/\/metrics$/, '')}/metrics`}],
    auth: {token_env: 'HOST_TOKEN'},
    checks: {mutate: true},
  }
  writeFileSync(join(folder, 'target.json'), JSON.stringify(target))
  const env = {ASSAY_ALLOW_LOOPBACK: '1', HOST_TOKEN: node.token, PATH: process.env['PATH'] ?? ''}
  const {document} = await assayJson(['node', 'check', '--target', 'target.json', ...argv], {cwd: folder, env})
  return document
}

/** Of this machine: then the check has something to say. */
function isNearlyFull(folder: string): boolean {
  const {bavail, blocks} = statfsSync(folder)
  return bavail / blocks < 0.2
}

it('passes what it can be asked, before and after it was killed and started again', async () => {
  using dir = tempDir()
  using data = tempDir()
  const only = ASKED.flatMap((id) => ['--only', id])
  for (const round of ['first', 'after a kill']) {
    await using node = await startTestNode({dir: data.path})
    const {checks, exit} = await check(node, dir.path, ...only)
    assert.equal(
      checks.filter(({id, status}) => status !== 'pass' && !(id === 'res.disk' && isNearlyFull(data.path))),
      [],
      round,
    )
    assert.is(exit.code, 0)
    await node.kill()
  }
})

it('a healthy node is not blamed; two of the hundred runs of the campaign', async () => {
  await using rig = await startCheckedNode()
  for (let run = 0; run < 2; run++) assert.equal(blamedIn(await rig.check('--mode', 'quick')), [])
})

it('a receiver that the node does not let deliveries go to is no fault of it', async () => {
  using dir = tempDir()
  await using node = await startTestNode()
  const {checks} = await check(node, dir.path, '--only', 'hook.delivery')
  assert.equal([checks[0]?.status, checks[0]?.reason], ['skip', 'receiver_unreachable'])
})

it('is told apart from the release that was planned', async () => {
  using dir = tempDir()
  await using node = await startTestNode()
  const other = await check(node, dir.path, '--only', 'ver.running', '--to', '9.9.9')
  assert.equal([other.exit.code, other.checks[0]?.status], [1, 'fail'])
})

it.run()
