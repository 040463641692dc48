import type {DrillActionName, JournalRecord} from '#contract/generated/types'
import {isRecord} from '#contract/is-record'

/** The change that a drill begins with: its own folder and all that runs there. */
export const SITE_MADE = 'site.make'
export const SITE_REMOVED = 'site.remove'

export type UndoAction = DrillActionName | typeof SITE_MADE | typeof SITE_REMOVED

/** A change as the journal holds it before it is made. `identity` says what may be touched to undo it. */
export interface UndoArmed {
  readonly drill: string
  readonly action: UndoAction
  readonly args: Readonly<Record<string, unknown>>
  readonly inverse: {readonly action: UndoAction; readonly args: Readonly<Record<string, unknown>>}
  readonly identity: Readonly<Record<string, unknown>> & {readonly site: string}
}

/** `noop`: it was undone already. */
export type UndoResult = 'done' | 'noop' | 'failed'

export interface PendingUndo extends UndoArmed {
  readonly seq: number
}

/** Changes that nobody is known to have undone, the last one first. A failed attempt leaves them open. */
export function pendingUndo(records: readonly JournalRecord[]): PendingUndo[] {
  const open = new Map<number, PendingUndo>()
  for (const {seq, type, data} of records) {
    if (type === 'undo.armed') open.set(seq, {...(data as unknown as UndoArmed), seq})
    if (type === 'undo.done' && isRecord(data) && data['result'] !== 'failed') open.delete(Number(data['armed_seq']))
  }
  return [...open.values()].reverse()
}
