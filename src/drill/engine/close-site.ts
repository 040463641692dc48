import {SITE_MADE} from '../model/undo.ts'
import type {DrillPorts} from '../site/drill-ports.ts'
import type {Site} from '../site/open-site.ts'
import type {DrillCourse} from './drill-course.ts'
import type {UndoLedger} from './record-undo.ts'
import {removeSite} from './remove-site.ts'

/** Ends what the drill started and removes its folder, unless a change is still open: then the folder is what is left to undo it with. */
export async function closeSite(
  {folder, site, ledger, course}: {folder: string; site: Site | undefined; ledger: UndoLedger; course: DrillCourse},
  ports: DrillPorts,
): Promise<readonly string[]> {
  await site?.close().catch(() => undefined)
  const [own, ...others] = ledger.open.toReversed()
  if (own === undefined || own.armed.action !== SITE_MADE || others.length > 0) return []
  try {
    const left = await removeSite(folder, ports)
    const isGone = ports.files.reader.facts(folder) === undefined
    await ledger.done(own, isGone ? 'done' : 'failed')
    course.tell('revert', isGone ? 'the folder of the drill is gone' : 'the folder of the drill is still there', isGone)
    return left
  } catch {
    await ledger.done(own, 'failed')
    course.tell('revert', 'the folder of the drill could not be removed', false)
    return []
  }
}
