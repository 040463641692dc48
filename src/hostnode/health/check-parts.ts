import {deliveriesDue} from '../store/deliveries-table.ts'
import {tryWrite} from '../store/facts-table.ts'
import {storedSchema} from '../store/run-migrations.ts'
import type {HealthCheck, HealthChecks} from './health-checks.ts'

const LEAST_FREE_RATIO = 0.05
const LEAST_FREE_BYTES = 100 * 1024 * 1024
const MOST_BEHIND_MS = 5 * 60_000
/** Longer than a health check waits: a slow git is reported as late, and ends by itself. */
const GIT_LIMIT_MS = 4_000
/** The first git whose `http-backend` takes its configuration from variables. */
const LEAST_GIT = [2, 31] as const

/** Integrity is checked first: a damaged database may still accept writes. */
const checkStore: HealthCheck = async ({store, time}) => {
  if (!store.isWhole()) return {status: 'down', reason: 'the database is damaged'}
  tryWrite(store, time.nowMs())
  return {status: 'up'}
}

const checkDisk: HealthCheck = async ({disk}) => {
  const use = disk.use()
  if (use === undefined) return {status: 'down', reason: 'cannot be measured'}
  const {availableBytes, totalBytes, totalInodes, availableInodes} = use
  const isRoom = availableBytes >= LEAST_FREE_BYTES && availableBytes >= totalBytes * LEAST_FREE_RATIO
  const isEnough = isRoom && (availableInodes ?? 1) >= (totalInodes ?? 1) * LEAST_FREE_RATIO
  return {status: isEnough ? 'up' : 'down', available_bytes: availableBytes, total_bytes: totalBytes}
}

const checkGit: HealthCheck = async ({repositories}) => {
  const {git, places} = repositories
  const {code, stdout} = await git.run(['--version'], {cwd: places.root, timeoutMs: GIT_LIMIT_MS})
  if (code !== 0) return {status: 'down', reason: 'git cannot be run'}
  const [, version = '', major, minor] = /(\b(\d+)\.(\d+)[\w.]*)/.exec(stdout) ?? []
  const [leastMajor, leastMinor] = LEAST_GIT
  const isNew = Number(major) > leastMajor || (Number(major) === leastMajor && Number(minor) >= leastMinor)
  return {status: isNew ? 'up' : 'down', version}
}

const checkMigrations: HealthCheck = async ({store, release}) => {
  const schema = storedSchema(store)
  return {status: schema === release.schemaVersion ? 'up' : 'down', schema_version: schema}
}

/** A node that stands alone is always in sync. */
const checkSync: HealthCheck = async ({validator}) => {
  if (validator === undefined) return {status: 'up'}
  const {isSynced, state, height, syncTarget} = validator.standing()
  return {status: isSynced ? 'up' : 'down', state, block_height: height, lag_blocks: syncTarget - height}
}

const checkQuorum: HealthCheck = async ({validator}) => {
  if (validator === undefined) return {status: 'unknown'}
  const {hasQuorum, connectedWeight} = validator.standing()
  return {status: hasQuorum && validator.takesWrites() ? 'up' : 'down', connected_weight: connectedWeight}
}

/** Whether deliveries are attempted when they are due. A slow receiver delays only its own deliveries, and for less than the limit. */
const checkHooks: HealthCheck = async ({store, time}) => {
  const {waiting, oldestDueMs} = deliveriesDue(store)
  const behindMs = Math.max(0, time.nowMs() - (oldestDueMs ?? time.nowMs()))
  return {
    status: behindMs > MOST_BEHIND_MS ? 'down' : 'up',
    waiting,
    behind_seconds: Math.floor(behindMs / 1000),
  }
}

export const PART_CHECKS: HealthChecks = {
  store: checkStore,
  disk: checkDisk,
  git: checkGit,
  migrations: checkMigrations,
  sync: checkSync,
  quorum: checkQuorum,
  hooks: checkHooks,
}
