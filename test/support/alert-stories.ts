import type {AlertRule} from '#contract/generated/types'
import {AlertWatch, type FiringAlert, type Scrapes, type WatchedNode} from '#host/alert/alert-watch'
import type {MetricSample} from '#host/model/prometheus'

/** Seconds between two scrapes. */
export const EVERY_S = 20

export const FOUR: readonly WatchedNode[] = ['v1', 'v2', 'v3', 'v4'].map((name) => ({name, isValidator: true}))

/** A metric with its labels as a node writes it, and its value; `undefined`: the node does not tell it. */
export type Told = Readonly<Record<string, number | undefined>>

/** What a node tells at a step; undefined where it cannot be read. */
export type Tale = (node: string, step: number) => Told | undefined

/** What a node tells of which nothing is wrong. */
export function wellNode(step: number): Told {
  const atS = step * EVERY_S
  return {
    hostnode_ready: 1,
    hostnode_consensus_has_quorum: 1,
    hostnode_consensus_height: step * 40,
    hostnode_consensus_peers_connected: 3,
    hostnode_sync_lag_blocks: step % 2,
    'hostnode_http_requests_total{method="GET",route="/api/repos",status="200"}': step * 100,
    'hostnode_http_requests_total{method="GET",route="/api/repos",status="503"}': Math.floor(step / 10),
    'hostnode_http_request_duration_seconds_bucket{le="0.512"}': step * 99,
    'hostnode_http_request_duration_seconds_bucket{le="1.024"}': step * 100,
    'hostnode_http_request_duration_seconds_bucket{le="+Inf"}': step * 100,
    hostnode_disk_free_bytes: 500,
    hostnode_disk_total_bytes: 1000,
    process_resident_memory_bytes: 1000 + (step % 5),
    hostnode_backup_last_success_timestamp_seconds: atS - 3600,
    hostnode_hook_queue_depth: 3,
    hostnode_hooks_disabled: 0,
  }
}

/** Two in a hundred of its requests take longer than a second. */
export function slowNode(step: number): Told {
  return {
    'hostnode_http_request_duration_seconds_bucket{le="1.024"}': step * 98,
    'hostnode_http_request_duration_seconds_bucket{le="0.512"}': step * 90,
  }
}

/** The firing alerts at each step, as `rule` or `rule node`, sorted. */
export function watched(rules: readonly AlertRule[], tale: Tale, steps: number, nodes = FOUR): string[][] {
  const watch = new AlertWatch(rules, nodes)
  return Array.from({length: steps}, (_, step) =>
    watch
      .take(step * EVERY_S, scrapesOf(tale, step, nodes))
      .map(named)
      .sort(),
  )
}

const named = ({rule, node}: FiringAlert) => (node === undefined ? rule : `${rule} ${node}`)

function scrapesOf(tale: Tale, step: number, nodes: readonly WatchedNode[]): Scrapes {
  return new Map(nodes.map(({name}) => [name, samplesOf(tale(name, step))]))
}

const READ = new Map<string, Pick<MetricSample, 'name' | 'labels'>>()

function samplesOf(told: Told | undefined): MetricSample[] | undefined {
  if (told === undefined) return undefined
  return Object.entries(told).flatMap(([text, value]) => (value === undefined ? [] : [{...seriesIn(text), value}]))
}

function seriesIn(text: string): Pick<MetricSample, 'name' | 'labels'> {
  const known = READ.get(text)
  if (known !== undefined) return known
  const [, name = '', inside = ''] = /^([a-z0-9_]+)(?:\{(.*)\})?$/.exec(text) ?? []
  const labels = [...inside.matchAll(/([a-z_]+)="([^"]*)"/g)].map(([, label = '', own = '']) => [label, own])
  const series = {name, labels: Object.fromEntries(labels)}
  READ.set(text, series)
  return series
}
