import {join} from 'node:path'
import {digestOf} from '#digest/canonical-json'
import type {NodeContext} from '../context/context.ts'
import {type PushRecord, parsePushRecord, pushRecordName} from '../git/push-records.ts'
import {readRefs} from '../git/read-refs.ts'
import {followsOn, type PlannedChange, planChanges} from '../git/ref-changes.ts'
import {type RefTable, ZERO_ID} from '../git/refs.ts'
import {removeQuarantines} from '../git/remove-leftovers.ts'
import {raiseEvent} from '../hook/raised-events.ts'
import type {RepositoryRow} from '../model/objects.ts'
import {isEventStored} from '../store/deliveries-table.ts'
import {noteWrite} from '../store/ledger-table.ts'
import {storedRefs, storeRef} from '../store/refs-table.ts'
import {activeRepository, notePush} from '../store/repositories-table.ts'
import {collectEvents} from './collect-events.ts'

const MOST_RECORD_BYTES = 256 * 1024 * 1024

/**
 * Records what pushes to a repository moved: its refs and the events of it in one transaction. While somebody else pushes, only what follows on what is known;
 * else all of it, and where a push ended without a record the refs themselves are looked at. Throws `node_git`, and what the store says; it may be called again.
 */
export function recordPushes(repositoryId: string, context: NodeContext): Promise<void> {
  return context.gitWork.pushes.inTurn(repositoryId, async (alone) => {
    const row = activeRepository(context.store, repositoryId)
    if (row === undefined) return context.repositories.files.directories.removeTree(recordsOf(repositoryId, context))
    const records = await newRecords(repositoryId, alone !== undefined, context)
    if (alone === undefined) {
      await recordFollowing(row, records, context)
      return
    }
    const real = alone.isUnsure ? await lookThrough(row, context) : undefined
    await recordThese(row, {records, real}, context)
  })
}

/** The refs of a repository where a push ended nobody knows how. */
async function lookThrough(row: RepositoryRow, {repositories}: NodeContext): Promise<RefTable> {
  const folder = repositories.places.folder(row)
  await removeQuarantines(folder, repositories.files)
  return readRefs(folder, repositories.git)
}

/** Others may still be on their way: what does not follow waits for them. */
async function recordFollowing(
  row: RepositoryRow,
  records: readonly PushRecord[],
  context: NodeContext,
): Promise<void> {
  const left = [...records]
  for (;;) {
    const known = storedRefs(context.store, row.id)
    const next = left.findIndex((record) => followsOn(known, record))
    if (next === -1) return
    await recordThese(row, {records: left.splice(next, 1), real: undefined}, context)
  }
}

interface Found {
  readonly records: readonly PushRecord[]
  readonly real: RefTable | undefined
}

async function recordThese(row: RepositoryRow, {records, real}: Found, context: NodeContext): Promise<void> {
  const {store, repositories, crashAt, time, log} = context
  const known = storedRefs(store, row.id)
  const changes = planChanges(known, records, real)
  if (changes.length > 0) {
    const events = await collectEvents(changes, {folder: repositories.places.folder(row), known}, context)
    crashAt('git.record.collected')
    const waiting = store.transaction(() => {
      for (const [ref, oid] of lastOf(changes)) storeRef(store, row.id, ref, oid === ZERO_ID ? undefined : oid)
      notePush(store, row.id, time.nowMs())
      noteWrite(store, 'refs.moved', `${row.id} ${digestOf([...lastOf(changes)])}`)
      return events.flatMap((event) => raiseEvent(row, event, context).waiting)
    })
    crashAt('git.record.stored')
    context.hooks.bell.ring(waiting)
    const bridged = changes.filter(({push}) => push === undefined).length
    if (bridged > 0) log.write('warn', 'refs had moved without a record', {repository_id: row.id, refs: bridged})
  }
  for (const {id, userId} of records) await forget(row.id, pushRecordName(id, userId), context)
}

function lastOf(changes: readonly PlannedChange[]): Map<string, string> {
  return new Map(changes.map(({ref, after}) => [ref, after]))
}

/** Whole records in the order in which their pushes began. What was recorded before a crash, or is no record, is taken away. */
async function newRecords(repositoryId: string, isAlone: boolean, context: NodeContext): Promise<PushRecord[]> {
  const {reader} = context.repositories.files
  const folder = recordsOf(repositoryId, context)
  if (reader.facts(folder) === undefined) return []
  const records: PushRecord[] = []
  for (const {name} of reader.list(folder)) {
    // A hook is still writing it; where nobody is at work it was cut off, and the refs are compared.
    if (name.endsWith('.part')) {
      if (isAlone) await forget(repositoryId, name, context)
      continue
    }
    const record = parsePushRecord(name, new TextDecoder().decode(reader.read(join(folder, name), MOST_RECORD_BYTES)))
    if (record !== undefined && !isEventStored(context.store, record.id)) records.push(record)
    else await forget(repositoryId, name, context)
    if (record === undefined) context.gitWork.pushes.doubt(repositoryId)
  }
  return records
}

function forget(repositoryId: string, name: string, context: NodeContext): Promise<void> {
  return context.repositories.files.writer.remove(join(recordsOf(repositoryId, context), name))
}

/** The folder with the records of a repository. */
export function recordsOf(repositoryId: string, {gitWork}: Pick<NodeContext, 'gitWork'>): string {
  return join(gitWork.places.records, repositoryId)
}
