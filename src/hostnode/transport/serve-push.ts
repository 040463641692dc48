import {join} from 'node:path'
import {makeFolders} from '#path/make-folders'
import {isInAny} from '../api/peer-address.ts'
import type {NodeContext} from '../context/context.ts'
import {pushRecordName} from '../git/push-records.ts'
import {tryWrite} from '../store/facts-table.ts'
import {recordPushes, recordsOf} from './record-pushes.ts'
import {type GitExchange, type GitOutcome, serveChild} from './serve-child.ts'

/** Before a large push git asks with four bytes whether it may: they name no ref. */
const PROBE_LENGTH = '4'

/** Takes a push. Its answer ends when what it moved is recorded: who is told of its end has lost nothing to a crash. */
export async function servePush(exchange: GitExchange, userId: string, context: NodeContext): Promise<GitOutcome> {
  const {gitWork, ids, repositories, crashAt} = context
  const {files} = repositories
  const {id} = exchange.row
  const folder = recordsOf(id, context)
  const record = join(folder, pushRecordName(ids.next('evt'), userId))
  await gitWork.pushes.enter(id)
  let finished: Promise<void> | undefined
  let moving: Disposable | undefined
  const finish = async () => {
    crashAt('git.receive.ended')
    const isUnsure =
      files.reader.facts(record) === undefined && exchange.request.headers['content-length'] !== PROBE_LENGTH
    gitWork.pushes.leave(id, isUnsure)
    await recordOrRetry(id, context)
  }
  const end = () => (finished ??= finish().finally(() => moving?.[Symbol.dispose]()))
  try {
    await makeFolders(folder, files.directories)
    const backend = {...exchange.backend, pushRecord: record}
    const obstacle = () => {
      const found = obstacleTo(exchange, context)
      if (found === undefined) moving ??= gitWork.pushes.move()
      return found
    }
    return await serveChild({...exchange, backend, obstacle, beforeEnd: end}, context)
  } finally {
    await end()
  }
}

/** Both were asked before the push came: the node may have been closed since, and the store may have filled. */
function obstacleTo(
  {row, backend}: Pick<GitExchange, 'row' | 'backend'>,
  {state, store, time, log}: NodeContext,
): string | undefined {
  const {enabled, networks} = state.maintenance
  if (enabled && !isInAny(backend.address, networks)) return 'the node is in maintenance'
  try {
    tryWrite(store, time.nowMs())
    return undefined
  } catch (error) {
    log.failure('a push was refused: it could not be recorded', error, {repository_id: row.id})
    return 'the node has no room to record this'
  }
}

/** The push is done whatever becomes of its record: git has told so. What is not recorded now is recorded later. */
async function recordOrRetry(id: string, context: NodeContext): Promise<void> {
  try {
    await recordPushes(id, context)
  } catch (error) {
    context.gitWork.pushes.doubt(id)
    context.log.failure('a push was not recorded and will be', error, {repository_id: id})
  }
}
