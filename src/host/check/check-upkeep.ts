import {isRecord} from '#contract/is-record'
import {asCount, asList, asText, type Field, readField} from '../model/field.ts'
import {type CheckFinding, failed, passed, skipped, unclear, warned} from '../model/finding.ts'
import {exactRelease} from '../model/version.ts'
import {askNodes} from './ask-nodes.ts'
import {askStatus, cameForStatus} from './ask-status.ts'
import type {Check, CheckContext, NodeSide} from './check.ts'

export const UPKEEP_CHECKS: readonly Check[] = [
  {
    id: 'mig.complete',
    title: 'No migration is pending, and the stored data have the schema that is expected',
    mode: 'quick',
    ask: (context) => askNodes(context, (node) => checkMigrations(context, node)),
  },
  {
    id: 'cfg.drift',
    title: 'The configuration is the one of the baseline',
    mode: 'quick',
    ask: (context) => askNodes(context, (node) => checkDrift(context, node)),
  },
  {
    id: 'res.disk',
    title: 'There is room on the disk',
    mode: 'quick',
    ask: (context) => askNodes(context, (node) => checkDisk(context, node)),
  },
  {
    id: 'res.clock',
    title: 'The clock of the node agrees with ours',
    mode: 'quick',
    ask: (context) => askNodes(context, (node) => checkClock(context, node)),
  },
]

/** Pending migrations as a number, however they are told. */
function pendingIn(document: unknown): Field<number> | undefined {
  const list = readField(document, ['migrations.pending', 'pending_migrations'], asList)
  if (list) return {...list, value: list.value.length}
  return readField(document, ['migrations.pending', 'pending_migrations'], asCount)
}

/** Which schema the stored data have. */
export const schemaIn = (document: unknown): Field<number> | undefined =>
  readField(document, ['schema_version'], asCount)

/** Anything but a word for none: a migration that cannot be read is one. */
const asRunning = (value: unknown): string | undefined =>
  value === false || value === 0 || value === '' || asList(value)?.length === 0 ? undefined : JSON.stringify(value)

async function checkMigrations(context: CheckContext, node: NodeSide): Promise<CheckFinding> {
  const {target, to, before} = context
  const wanted = target.expect.schema_version
  const pending = await askStatus(context, node, pendingIn)
  const schema = await askStatus(context, node, schemaIn)
  const running = await askStatus(context, node, (document) => readField(document, ['migrations.running'], asRunning))
  const seen = {
    expected: `none pending${wanted === undefined ? '' : `, schema ${wanted}`}`,
    observed: {pending: pending?.value ?? null, schema_version: schema?.value ?? null, running: running?.value ?? null},
    fieldPaths: [pending, schema, running].flatMap((field) => field?.path ?? []),
  }
  if (pending === undefined) {
    const from = exactRelease(before?.baseline.nodes.find(({name}) => name === node.name)?.version ?? '')
    const isMajor = to !== undefined && (from === undefined || from.major !== to.major)
    return isMajor ? unclear('nothing tells whether the data were migrated', seen) : skipped('capability_absent', seen)
  }
  if (pending.value > 0) return failed('migrations are pending', seen)
  if (running !== undefined) return failed('a migration is running', seen)
  if (wanted !== undefined && schema?.value !== wanted) return failed('the data have another schema', seen)
  return passed(seen)
}

async function checkDrift(context: CheckContext, node: NodeSide): Promise<CheckFinding> {
  const {before, target} = context
  const old = before?.baseline.nodes.find(({name}) => name === node.name)
  if (old === undefined) return skipped('no_baseline')
  const digest = await askStatus(context, node, (document) => readField(document, ['config_sha256'], asText))
  const seen = {
    expected: 'the digest of the baseline',
    observed: {config_sha256: digest?.value ?? null, before: old.config_sha256},
    fieldPaths: digest ? [digest.path] : [],
  }
  if (old.config_sha256 === null) return skipped('capability_absent', seen)
  if (digest === undefined)
    return failed(`the node does not tell its configuration any more: ${await cameForStatus(context, node)}`, seen)
  if (digest.value === old.config_sha256) return passed(seen)
  const changed = await changedKeys(context, node, old.config)
  const allowed = target.expect.config_keys ?? []
  const others = changed?.filter((key) => !allowed.includes(key))
  if (others === undefined) return failed('the configuration changed', seen)
  return others.length === 0 ? passed(seen) : failed(`changed: ${others.slice(0, 5).join(', ')}`, seen)
}

/** Settings whose digest is not what it was; undefined where nobody tells single ones. */
async function changedKeys(context: CheckContext, node: NodeSide, old: unknown): Promise<string[] | undefined> {
  const now = await askStatus(context, node, (document) => {
    const config = isRecord(document) ? document['config_keys'] : undefined
    return isRecord(config) ? config : undefined
  })
  if (now === undefined || !isRecord(old)) return undefined
  return [...new Set([...Object.keys(now), ...Object.keys(old)])].filter((key) => now[key] !== old[key]).sort()
}

const LEAST_FREE = 0.15
const FEW_FREE = 0.1

async function checkDisk(context: CheckContext, node: NodeSide): Promise<CheckFinding> {
  const bytes = await freeShare(context, node, 'bytes')
  const inodes = await freeShare(context, node, 'inodes')
  if (bytes === undefined) return skipped('capability_absent')
  if (Number.isNaN(bytes.share) || Number.isNaN(inodes?.share ?? 0))
    return unclear('the numbers of the disk make no sense')
  const seen = {
    expected: 'at least 15 % free',
    observed: {free_rate: bytes.share, ...(inodes && {free_inodes_rate: inodes.share})},
    fieldPaths: [...bytes.paths, ...(inodes?.paths ?? [])],
  }
  // A disk without places for files takes no more of them, however many bytes are free.
  const [share, what] = inodes && inodes.share < bytes.share ? [inodes.share, 'inodes'] : [bytes.share, 'disk']
  const part = what === 'disk' ? 'disk is free' : 'inodes of the disk are free'
  if (share < FEW_FREE) return failed(`less than 10 % of the ${part}`, seen)
  return share < LEAST_FREE ? warned(`less than 15 % of the ${part}`, seen) : passed(seen)
}

/** Free of all; NaN where the numbers cannot be, undefined where nobody tells them. */
async function freeShare(context: CheckContext, node: NodeSide, unit: 'bytes' | 'inodes') {
  const read = (name: string) =>
    askStatus(context, node, (document) => readField(document, [`storage.${name}_${unit}`], asCount))
  const total = await read('total')
  const free = await read('available')
  if (total === undefined && free === undefined) return undefined
  const paths = [total, free].flatMap((field) => field?.path ?? [])
  if (total === undefined || free === undefined || total.value === 0 || free.value > total.value)
    return {share: Number.NaN, paths}
  return {share: free.value / total.value, paths}
}

const GOOD_MS = 2000
const BAD_MS = 30_000
/** A Date header counts whole seconds. */
const ROUNDING_MS = 1000

async function checkClock({signal}: CheckContext, node: NodeSide): Promise<CheckFinding> {
  const reply = await node.open.ask({path: '/health/ready'}, signal)
  const told = Date.parse(reply.headers['date'] ?? '')
  if (Number.isNaN(told)) return skipped('capability_absent')
  const ours = reply.receivedAtMs - reply.ms / 2
  const off = Math.max(0, Math.abs(told + ROUNDING_MS / 2 - ours) - ROUNDING_MS / 2 - reply.ms / 2)
  const seen = {expected: 'at most 2 s apart', observed: {offset_ms: Math.round(off)}, fieldPaths: ['header date']}
  if (off > BAD_MS) return failed('the clocks are more than 30 s apart', seen)
  return off > GOOD_MS ? warned('the clocks are more than 2 s apart', seen) : passed(seen)
}
