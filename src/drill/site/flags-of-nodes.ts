import {join} from 'node:path'
import type {DrillTarget} from '#contract/generated/types'
import {NETWORK_FILE, nodeIn, SITE_TARGET, TLS_CERT, TLS_KEY} from '../model/site-layout.ts'
import type {NodePlace} from './places-of-nodes.ts'

export const BLOCK_MS = 300

/** What nodes of a drill are started with. */
export interface NodeFlagFacts {
  readonly target: DrillTarget
  /** Absolute. */
  readonly home: string
  readonly user: string
  /** Whether it agrees with others. */
  readonly isValidator: boolean
  /** Ports of this machine that webhooks may go to. */
  readonly hookPorts: readonly number[]
}

/** Flags of a node behind `serve`. */
export function nodeFlags(
  {name, api, metrics, peer, data}: NodePlace,
  {target, home, user, isValidator, hookPorts}: NodeFlagFacts,
): string[] {
  const own = nodeIn(home, name)
  return [
    ...['--data-dir', data, '--api-addr', api, '--metrics-addr', metrics, '--allow-faults'],
    // A drill that sets how its node ends gets the drain times of production.
    ...(target.drain_delay === undefined
      ? ['--drain-delay', '0s', '--drain-timeout', '5s']
      : ['--drain-delay', target.drain_delay, '--drain-timeout', '30s']),
    ...(isValidator ? ['--validators', join(own, NETWORK_FILE), '--peer-addr', peer] : ['--peer-addr', 'off']),
    ...(target.tls === true ? ['--tls-cert', join(own, TLS_CERT), '--tls-key', join(own, TLS_KEY)] : []),
    ...(name === 'n1' ? ['--bootstrap-user', user, '--bootstrap-token-file', join(home, 'token')] : []),
    ...(target.hook_schedule === undefined ? [] : ['--hook-schedule', target.hook_schedule]),
    ...hookPorts.flatMap((port) => ['--allow-hook-target', `127.0.0.1/32:${port}`]),
  ]
}

/** The target as `assay node` takes it. */
export function nodeProfile(places: readonly NodePlace[], areValidators: boolean) {
  const nodes = places.map(({name, url, metrics}) => ({
    name,
    base_url: url,
    metrics_url: `http://${metrics}/metrics`,
    ...(areValidators && {validator: true}),
  }))
  return {
    schema_version: 1,
    kind: 'node-target',
    alias: SITE_TARGET,
    environment: 'embedded',
    nodes,
    auth: {token_env: 'HOST_TOKEN'},
    expect: {block_time_ms: BLOCK_MS},
  }
}
