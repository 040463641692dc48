import type {DrillUndone} from '#contract/generated/types'
import {deadline} from '#random/timers'
import {ACTION_WAYS} from '../action/action-ways.ts'
import {SITE_MADE, SITE_REMOVED} from '../model/undo.ts'
import type {DrillPorts} from '../site/drill-ports.ts'
import type {Site} from '../site/open-site.ts'
import type {DrillCourse} from './drill-course.ts'
import type {UndoLedger} from './record-undo.ts'

const UNDO_MS = 60_000

/** Where changes are undone. */
export interface RevertPlace {
  readonly folder: string
  readonly site: Site | undefined
  readonly course: DrillCourse
  readonly ledger: UndoLedger
}

/**
 * Undoes every open change but the site itself, the last one first, whatever became of the drill. One that fails, or that cannot be written down, keeps none of the
 * others. Throws what kept the first from being written down, when all are undone.
 */
export async function revertChanges(
  {folder, site, course, ledger}: RevertPlace,
  ports: DrillPorts,
): Promise<DrillUndone[]> {
  const undone: DrillUndone[] = []
  const unwritten: unknown[] = []
  for (const undo of ledger.open) {
    const {action, args} = undo.armed.inverse
    if (undo.armed.action === SITE_MADE || action === SITE_MADE || action === SITE_REMOVED) continue
    using late = deadline(ports.clock, UNDO_MS, () => 'the inverse took too long')
    const {result, why} = await undoneBy(() => ACTION_WAYS[action](args, {folder, site, ports, signal: late.signal}))
    await ledger.done(undo, result).catch((error: unknown) => void unwritten.push(error))
    course.tell('revert', `${action}: ${result}${why}`, result !== 'failed')
    undone.push({action, result})
  }
  if (unwritten.length > 0) throw unwritten[0]
  return undone
}

/** `why`: of one that failed, as it is told. */
async function undoneBy(
  work: () => Promise<DrillUndone['result']>,
): Promise<{readonly result: DrillUndone['result']; readonly why: string}> {
  try {
    return {result: await work(), why: ''}
  } catch (error) {
    return {result: 'failed', why: `, for ${error instanceof Error ? error.message : 'no reason was given'}`}
  }
}
