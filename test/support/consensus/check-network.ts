import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {nodeCheckResult} from '#contract/generated/node-check-result'
import type {NodeCheckResult, NodeTarget} from '#contract/generated/types'
import {parse} from '#contract/parse'
import {assayJson} from '../hall-rig.ts'
import type {TestNetwork} from './test-network.ts'

/** `assay node check <argv>` of all nodes of a network that run; the first of them knows who asks. */
export async function checkNetwork(
  net: TestNetwork,
  blockTimeMs: number,
  argv: readonly string[],
): Promise<NodeCheckResult> {
  const nodes = net.nodes.flatMap((node, at) =>
    node === undefined
      ? []
      : [{name: `v${at + 1}`, base_url: node.url, metrics_url: `${node.metricsUrl}/metrics`, validator: true}],
  )
  const target: NodeTarget = {
    ...{schema_version: 1, kind: 'node-target', alias: 'network', environment: 'embedded', nodes},
    auth: {token_env: 'HOST_TOKEN'},
    expect: {block_time_ms: blockTimeMs},
  }
  writeFileSync(join(net.folder, 'target.json'), JSON.stringify(target))
  const token = net.nodes.find((node) => node !== undefined)?.token ?? ''
  const env = {ASSAY_ALLOW_LOOPBACK: '1', HOST_TOKEN: token, PATH: process.env['PATH'] ?? ''}
  const asked = ['node', 'check', '--target', 'target.json', ...argv]
  const {document} = await assayJson(asked, {cwd: net.folder, env})
  return parse(nodeCheckResult, document)
}
