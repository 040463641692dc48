import {AssayError, codeOf} from '#error/assay-error'
import {errnoOf} from '#path/errno'

/** Primary result codes. Source: https://www.sqlite.org/rescode.html */
const READONLY = 8
const IO_ERROR = 10
const CORRUPT = 11
const FULL = 13
const CANNOT_OPEN = 14
const CONSTRAINT = 19
const NO_DATABASE = 26
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EROFS'])

/** The primary result code of an error of SQLite; undefined for any other. */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined
}

/** Whether there is no room for what was to be written: it may be tried again when there is. */
export function isOutOfRoom(error: unknown): boolean {
  const code = sqliteCode(error)
  if (code === FULL || code === READONLY) return true
  return codeOf(error) === 'disk_full' || NO_ROOM.has(errnoOf(error) ?? '')
}

/** Whether the disk failed, or has no room. */
export function isStoreFault(error: unknown): boolean {
  return isOutOfRoom(error) || sqliteCode(error) === IO_ERROR
}

/** Whether what is there is no database, or a damaged one; an open that failed for another reason says nothing of that. */
export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error)
  return code === CORRUPT || code === NO_DATABASE
}

/** Of a database in which damage was seen: what is written there now could be lost with the rest. */
export function refusedDamage(): Error {
  return Object.assign(new Error('the database is damaged: nothing more is written'), {errcode: CORRUPT})
}

/** What SQLite means, where who runs the node can do something about it. */
const MEANINGS: Readonly<Record<number, string>> = {
  [READONLY]: 'it may not be written',
  [IO_ERROR]: 'the disk failed, or a folder is in the way',
  [CORRUPT]: 'it is damaged',
  [FULL]: 'the disk is full',
  [CANNOT_OPEN]: 'it is no file that can be opened, or its path is too long',
  [NO_DATABASE]: 'it is no database',
}

/** What to do where the database itself is well. */
const REMEDIES: Readonly<Record<number, string>> = {
  [FULL]: 'Free space on its disk and start again.',
  [READONLY]: 'Let its user write to the data directory and start again.',
}

/** What SQLite said, for who runs the node; any other error as it is. */
export function storeFault(error: unknown, what: string): unknown {
  const code = sqliteCode(error)
  if (code === undefined) return error
  const meaning = MEANINGS[code]
  const said = meaning === undefined ? `SQLite error ${code}` : `SQLite error ${code}: ${meaning}`
  const hint = REMEDIES[code]
  return new AssayError('node_store', `${what} (${said})`, {cause: error, ...(hint !== undefined && {hint})})
}

/** Whether a row is refused because another one has what must be unique. */
export function isTaken(error: unknown): boolean {
  return sqliteCode(error) === CONSTRAINT
}
