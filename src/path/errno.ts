import {AssayError} from '#error/assay-error'
import type {ErrorCode} from '#error/codes'

/** The errno name of a system error; Node has no name for EDQUOT, only the number. */
export function errnoOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('errno' in error && (error.errno === -122 || error.errno === 122)) return 'EDQUOT'
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

const WRITE_CODES: Readonly<Record<string, ErrorCode>> = {
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  EACCES: 'workspace_unwritable',
  EPERM: 'workspace_unwritable',
  EROFS: 'workspace_unwritable',
  // A path that no machine could write to: the caller chose it.
  ENAMETOOLONG: 'workspace_unwritable',
}

/** A failed write as `disk_full`, `workspace_unwritable` or, for all else, `io_error`; the cause stays. */
export function writeError(error: unknown, action: string, path: string): AssayError {
  const errno = errnoOf(error) ?? 'unknown error'
  return new AssayError(WRITE_CODES[errno] ?? 'io_error', `cannot ${action} ${path} (${errno})`, {
    cause: error,
    detail: {errno},
  })
}

const MACHINE_FAULTS: ReadonlySet<ErrorCode> = new Set(['disk_full', 'workspace_unwritable', 'io_error'])

/** Whether the file system failed: never the fault of whoever was asked at that moment. */
export function isStorageFault(error: unknown): boolean {
  return error instanceof AssayError && MACHINE_FAULTS.has(error.code)
}

/** A failed read as `file_missing`, `io_error` (the machine's fault) or `file_unreadable`. */
export function readError(error: unknown, action: string, path: string): AssayError {
  const errno = errnoOf(error) ?? 'unknown error'
  const missing = errno === 'ENOENT' || errno === 'ENOTDIR'
  const machine = errno === 'EIO' || errno === 'EMFILE' || errno === 'ENFILE' || errno === 'ENOMEM'
  const code = missing ? 'file_missing' : machine ? 'io_error' : 'file_unreadable'
  return new AssayError(code, `cannot ${action} ${path} (${errno})`, {cause: error, detail: {errno}})
}
