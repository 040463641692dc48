import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import type {NodeCheckResult} from '#contract/generated/types'
import {closedPort} from '../closed-port.ts'
import {assayJson} from '../hall-rig.ts'
import {startTestNode, type TestNode} from '../hostnode.ts'
import {tempDir} from '../temp-dir.ts'

/** The program as it ships, and the seconds in which its checks must be done. */
const REPOSITORIES = 100
const GOALS = [
  ['quick', 10],
  ['standard', 60],
] as const

/** A running node, its target, and what its checks say. */
export interface CheckedNode extends AsyncDisposable {
  readonly node: TestNode
  check(...argv: string[]): Promise<NodeCheckResult>
}

/** A node of this machine whose webhooks may go to our receiver. */
export async function startCheckedNode(): Promise<CheckedNode> {
  const dir = tempDir()
  const listen = `127.0.0.1:${await closedPort()}`
  const node = await startTestNode({flags: ['--allow-hook-target', listen]})
  const target = {
    schema_version: 1,
    kind: 'node-target',
    alias: 'own',
    environment: 'embedded',
    nodes: [{name: 'n', base_url: node.url, metrics_url: `${node.metricsUrl.replace(/\/metrics$/, '')}/metrics`}],
    auth: {token_env: 'HOST_TOKEN'},
    checks: {mutate: true, receiver: {public_url: `http://${listen}/hook`, listen}},
  }
  writeFileSync(join(dir.path, 'target.json'), JSON.stringify(target))
  const env = {ASSAY_ALLOW_LOOPBACK: '1', HOST_TOKEN: node.token, PATH: process.env['PATH'] ?? ''}
  return {
    node,
    check: async (...argv) =>
      (await assayJson(['node', 'check', '--target', 'target.json', ...argv], {cwd: dir.path, env})).document,
    [Symbol.asyncDispose]: async () => {
      await node[Symbol.asyncDispose]()
      dir[Symbol.dispose]()
    },
  }
}

/** What a healthy node is blamed for: every check that did not pass, warn or say why it cannot be asked. */
export const blamedIn = ({checks}: NodeCheckResult): string[] =>
  checks
    .filter(({status}) => !['pass', 'warn', 'skip'].includes(status))
    .map(({id, status, reason}) => `${id}: ${status} ${reason ?? ''}`)

/** Times the checks of a node with a hundred repositories, so often; whether all are done in time and none blames it. */
export async function measureChecks(rounds: number): Promise<boolean> {
  await using rig = await startCheckedNode()
  for (let at = 0; at < REPOSITORIES; at++)
    await rig.node.call('POST', '/api/repos', {body: {name: `r${at}`, owner: 'alice'}})
  let isGood = true
  for (const [mode, goalS] of GOALS) {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const begun = performance.now()
      const result = await rig.check('--mode', mode)
      times.push((performance.now() - begun) / 1000)
      const blamed = blamedIn(result)
      if (blamed.length > 0) console.log(`  blamed: ${blamed.join('; ')}`)
      isGood &&= blamed.length === 0
    }
    const worst = Math.max(...times)
    isGood &&= worst < goalS
    const all = times.map((one) => one.toFixed(1)).join(', ')
    console.log(`${mode.padEnd(9)} ${REPOSITORIES} repositories: ${all} s (goal: below ${goalS} s)`)
  }
  return isGood
}
