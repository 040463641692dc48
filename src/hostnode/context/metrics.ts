import {Counter, collectDefaultMetrics, Gauge, Histogram, Registry} from 'prom-client'
import type {NodeRelease} from '../model/release.ts'
import {AnswerCounts, DURATION_BUCKETS} from './answer-counts.ts'

/** The metric families of a node, in the registry they are read from. A family is added here, and a test requires that it changes. */
export type NodeMetrics = ReturnType<typeof nodeMetrics>

export function nodeMetrics({version, schemaVersion}: NodeRelease) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({register: registry})
  const gauge = (name: string, help: string) => new Gauge({name: `hostnode_${name}`, help, registers})
  const buildInfo = new Gauge({
    name: 'hostnode_build_info',
    help: 'What runs; always 1',
    labelNames: ['version', 'schema_version'],
    registers,
  })
  buildInfo.set({version, schema_version: schemaVersion}, 1)
  const readers: (() => void | Promise<void>)[] = []
  const answers = new AnswerCounts()
  // Present from the start, so that a monitor can tell "no requests" from "no metric".
  answers.expect({method: 'GET', route: '/health/live', status: 200})
  const inFlight = gauge('http_in_flight', 'Requests without an answer yet')
  const text = () =>
    Promise.all(readers.map((read) => read()))
      .then(() => {
        inFlight.set(answers.inFlight)
        return registry.metrics()
      })
      .then((others) => `${answers.text()}\n${others}`)
  return {
    /** Registers a function that updates looked-up values before each reading. */
    beforeReading: (read: () => void | Promise<void>) => void readers.push(read),
    /** The text that Prometheus reads (format 0.0.4). */
    text,
    /** Metrics of a validator; a node that stands alone does not expose them. */
    consensus: () => ({
      height: gauge('consensus_height', 'The newest final block'),
      view: gauge('consensus_view', 'The view the validator is in'),
      isLeader: gauge('consensus_is_leader', 'Whether it leads'),
      peersConnected: gauge('consensus_peers_connected', 'Other validators that it is linked with'),
      hasQuorum: gauge('consensus_has_quorum', 'Whether a quorum is linked'),
      syncLagBlocks: gauge('sync_lag_blocks', 'Final blocks that others have and it has not'),
    }),
    answers,
    gitOperations: new Counter({
      name: 'hostnode_git_operations_total',
      help: 'Requests that git answered, or was to answer',
      labelNames: ['service', 'outcome'],
      registers,
    }),
    gitDuration: new Histogram({
      name: 'hostnode_git_operation_duration_seconds',
      help: 'From a place among the children to the end of one',
      labelNames: ['service'],
      buckets: DURATION_BUCKETS,
      registers,
    }),
    rateLimited: new Counter({
      name: 'hostnode_rate_limited_total',
      help: 'Requests over their limit',
      labelNames: ['kind'],
      registers,
    }),
    authFailures: new Counter({
      name: 'hostnode_auth_failures_total',
      help: 'Requests with credentials that are not good',
      labelNames: ['reason'],
      registers,
    }),
    ready: gauge('ready', 'Whether it takes traffic'),
    hooksDisabled: gauge('hooks_disabled', 'Webhooks that were switched off because their receiver failed'),
    repositories: gauge('repositories', 'Repositories that can be seen'),
    hookDeliveries: new Counter({
      name: 'hostnode_hook_deliveries_total',
      help: 'Attempts to deliver, by what became of the delivery',
      labelNames: ['outcome'],
      registers,
    }),
    hookDeliveryDuration: new Histogram({
      name: 'hostnode_hook_delivery_duration_seconds',
      help: 'Until the status line of the receiver',
      buckets: DURATION_BUCKETS,
      registers,
    }),
    hookQueueDepth: gauge('hook_queue_depth', 'Deliveries that are to be attempted'),
    storeWriteDuration: new Histogram({
      name: 'hostnode_store_write_duration_seconds',
      help: 'Transactions, until they are on the disk',
      buckets: DURATION_BUCKETS,
      registers,
    }),
    storeWalBytes: gauge('store_wal_bytes', 'The write-ahead log'),
    diskFreeBytes: gauge('disk_free_bytes', 'Free for this user where the data are'),
    backupLastSuccess: gauge('backup_last_success_timestamp_seconds', 'When the last backup was made; 0: never'),
    diskTotalBytes: gauge('disk_total_bytes', 'The disk where the data are'),
  }
}
