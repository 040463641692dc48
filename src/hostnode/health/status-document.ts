import {timestamp} from '#random/clock'
import type {NodeContext} from '../context/context.ts'
import {faultView} from '../fault/apply-order.ts'
import {nodeFact} from '../store/facts-table.ts'
import {countRepositories} from '../store/repositories-table.ts'
import {storedSchema} from '../store/run-migrations.ts'
import {uptimeSeconds} from './health-checks.ts'

/** `/api/node/status`: facts of the node, its contents, and its progress among validators. */
export function nodeStatus(context: NodeContext): Record<string, unknown> {
  const {release, store, state, disk, settings, configSha256, key, validator} = context
  const use = disk.use()
  const standing = validator?.standing()
  const isCurrent = storedSchema(store) === release.schemaVersion
  return {
    version: release.version,
    schema_version: release.schemaVersion,
    build: release.build,
    node_id: nodeFact(store, 'node_id') ?? null,
    instance_id: state.instanceId,
    started_at: timestamp(state.startedAtMs),
    uptime_seconds: uptimeSeconds(context),
    public_key: key.pubkey,
    role: standing?.role ?? 'standalone',
    synced: standing?.isSynced ?? true,
    block_height: standing?.height ?? null,
    sync_target: standing?.syncTarget ?? null,
    lag_blocks: standing === undefined ? null : standing.syncTarget - standing.height,
    finalised_version: nodeFact(store, 'finalised_version') ?? null,
    migrations: {pending: isCurrent ? 0 : 1, running: false, last: state.lastMigration ?? null},
    maintenance: state.maintenance.enabled,
    storage: {
      total_bytes: use?.totalBytes ?? null,
      available_bytes: use?.availableBytes ?? null,
      total_inodes: use?.totalInodes ?? null,
      available_inodes: use?.availableInodes ?? null,
      data_bytes: disk.sizeOf(`${settings.dataDir}/node.sqlite`),
    },
    backup: {last_success_at: nodeFact(store, 'last_backup') ?? null},
    repositories: countRepositories(store),
    config_sha256: configSha256,
    faults: context.faults.list().map(faultView),
  }
}
