import type {RunId} from '#contract/ids'

/** What the work was told by a call that returned. After a power cut it must still be so. */
export type Promised =
  | {readonly what: 'published'; readonly runId: RunId}
  | {readonly what: 'journal'; readonly runId: RunId; readonly bytes: Uint8Array}
  | {readonly what: 'file' | 'lines'; readonly runId: RunId; readonly path: string; readonly bytes: Uint8Array}
  /** With this manifest. */
  | {readonly what: 'ended'; readonly runId: RunId; readonly bytes: Uint8Array}
  | {readonly what: 'bundled'; readonly runId: RunId}
  /** The file holds one of these. */
  | {readonly what: 'replaced'; readonly path: string; readonly allowed: readonly Uint8Array[]}
  /** From here on these may be gone. */
  | {readonly what: 'removing'; readonly runIds: readonly RunId[]}
  | {readonly what: 'removed'; readonly runIds: readonly RunId[]}

/** A promise, and the number of operations of the disk by then. */
export interface Given {
  readonly at: number
  readonly promised: Promised
}
