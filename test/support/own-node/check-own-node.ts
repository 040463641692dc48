import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {nodeCheckResult} from '#contract/generated/node-check-result'
import type {NodeCheckResult, NodeTarget} from '#contract/generated/types'
import {parse} from '#contract/parse'
import {assayJson} from '../hall-rig.ts'
import type {OwnNode} from './start-own-node.ts'

/** How a node is asked. `port`: where deliveries of webhooks are taken; the node must let them go there. */
export interface OwnAsking {
  readonly folder: string
  readonly port: number
  /** The name by which the node finds the receiver; its address where absent. */
  readonly hookHost?: string
  readonly over?: Partial<NodeTarget>
}

/** `assay node <argv>` against a node of ours, in a folder that keeps its runs. */
export async function askOwnNode(
  {url, metricsUrl, token}: OwnNode,
  argv: readonly string[],
  {folder, port, hookHost = '127.0.0.1', over}: OwnAsking,
): Promise<NodeCheckResult> {
  const listen = `127.0.0.1:${port}`
  const target: NodeTarget = {
    schema_version: 1,
    kind: 'node-target',
    alias: 'own',
    environment: 'embedded',
    nodes: [{name: 'n', base_url: url, metrics_url: `${metricsUrl}/metrics`}],
    auth: {token_env: 'HOST_TOKEN'},
    checks: {mutate: true, receiver: {public_url: `http://${hookHost}:${port}/hook`, listen}},
    objectives: {read_p99_ms: 2000},
    ...over,
  }
  writeFileSync(join(folder, 'target.json'), JSON.stringify(target))
  const env = {ASSAY_ALLOW_LOOPBACK: '1', HOST_TOKEN: token, PATH: process.env['PATH'] ?? ''}
  const {document} = await assayJson(['node', ...argv, '--target', 'target.json'], {cwd: folder, env})
  if (!('verdict' in document)) throw new Error(`${argv.join(' ')}: ${JSON.stringify(document)}`)
  return argv[0] === 'check' ? parse(nodeCheckResult, document) : document
}
