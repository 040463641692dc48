import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import type {NodeTarget} from '#contract/generated/types'
import type {SecondHost} from './second-host.ts'

/** The target of second hosts as a document; `over` replaces whole keys. */
export function targetText(hosts: readonly SecondHost[], over: Partial<NodeTarget> = {}): string {
  const profile: NodeTarget = {
    schema_version: 1,
    kind: 'node-target',
    alias: 'second',
    environment: 'embedded',
    nodes: hosts.map(({url, metricsUrl, state}, at) => ({
      name: state.options.validators?.own ?? `n${at}`,
      base_url: url,
      metrics_url: metricsUrl,
      validator: state.options.validators !== undefined,
    })),
    auth: {scheme: 'bearer', token_env: 'HOST_TOKEN', tokens_path: '/api/user/tokens'},
    expect: {health_ok: ['ok'], rate: {authenticated: hosts[0]?.state.options.limit ?? 5000}, block_time_ms: 200},
    checks: {mutate: true},
    ...over,
  }
  return JSON.stringify(profile)
}

/** The same as a file of a folder. */
export function writeTarget(folder: string, hosts: readonly SecondHost[], over: Partial<NodeTarget> = {}): string {
  const path = join(folder, 'target.json')
  writeFileSync(path, targetText(hosts, over))
  return path
}

export const hostEnv = (host: SecondHost): Record<string, string> => ({
  ASSAY_ALLOW_LOOPBACK: '1',
  HOST_TOKEN: host.token,
  PATH: process.env['PATH'] ?? '',
})
