import {join} from 'node:path'
import {AssayError} from '#error/assay-error'
import {makeFolders} from '#path/make-folders'
import {writeAtomic} from '#path/write-atomic'
import type {VoteRecord} from '../consensus/vote.ts'
import {sqliteCode} from '../store/store-faults.ts'
import {restoreVote, storedVote} from '../store/votes-table.ts'
import {openQuietly} from '../verify/verify-data.ts'
import type {BackupContext} from './backup-context.ts'

const MEMBER_KEY = 'keys/node.key'
const MOST_KEY_BYTES = 4096

/**
 * Keeps the identity of a validator over a restore, and never lets it go back behind its last vote: of the vote records in `dataDir` and
 * `target`, the later one is kept.
 */
export async function keepMember(target: string, dataDir: string, ports: BackupContext): Promise<void> {
  const {reader, directories} = ports.files
  const own = join(dataDir, MEMBER_KEY)
  if (reader.facts(own) !== undefined && reader.facts(join(target, MEMBER_KEY)) === undefined) {
    await makeFolders(join(target, 'keys'), directories)
    const key = Uint8Array.from(reader.read(own, MOST_KEY_BYTES))
    await writeAtomic(join(target, MEMBER_KEY), ports.redactor.bytes(key), ports)
  }
  using store = openQuietly(target, ports)
  const record = lastVote(dataDir, ports)
  store.transaction(() => restoreVote(store, record))
}

/** Undefined if there is none or the database cannot be read: then the other validators are asked how high the node may have voted. */
function lastVote(dataDir: string, ports: BackupContext): VoteRecord | undefined {
  try {
    using store = openQuietly(dataDir, ports)
    return storedVote(store)?.record
  } catch (error) {
    if (sqliteCode(error) !== undefined || error instanceof AssayError) return undefined
    throw error
  }
}
