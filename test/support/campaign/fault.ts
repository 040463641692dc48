/** Kinds of calls that change the file system; `remove` is one name of a tree that is being removed. */
export type CallKind =
  | 'open'
  | 'write'
  | 'sync'
  | 'close'
  | 'rename'
  | 'link'
  | 'unlink'
  | 'mkdir'
  | 'remove'
  | 'truncate'
  | 'utimes'

/** What happens at call `at` (from 1): death before, in the middle of or after it; an error there, or there and ever after. */
export interface Fault {
  readonly how: 'count' | 'before' | 'during' | 'after' | 'error' | 'errors'
  readonly at: number
  readonly errno?: string
}

/** One call that changes the file system; the path is relative to the workspace. */
export interface Call {
  readonly at: number
  readonly kind: CallKind
  readonly path: string
}

/**
 * What the watched program had been promised: a record of a journal, a leaf of the ledger, a replaced file, a published folder. `call` when counting,
 * `failed` where the error was thrown.
 */
export type Note =
  | ({readonly type: 'call' | 'failed'} & Call)
  | {readonly type: 'journal'; readonly run: string; readonly text: string}
  | {readonly type: 'file'; readonly path: string; readonly text: string}
  | {readonly type: 'ledger'; readonly text: string}
  | {readonly type: 'published'; readonly path: string}
