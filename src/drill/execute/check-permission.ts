import {AssayError} from '#error/assay-error'
import {CHECK_IDS} from '#host/check/checks'
import {loadTarget} from '#host/client/load-target'
import type {MeasurementPorts} from '#measurement/ports'
import {refusalOf} from '../model/permission.ts'
import type {LoadedDrill} from '../read/load-drill.ts'

/**
 * Whether every drill may touch the target; without one each makes its own, which it may. Throws `drill_refused` before anything is asked of
 * the target, `target_invalid`, `file_missing`.
 */
export async function checkPermission(
  drills: readonly LoadedDrill[],
  path: string | undefined,
  {files, redactor}: Pick<MeasurementPorts, 'files' | 'redactor'>,
): Promise<void> {
  if (path === undefined) return
  const {profile} = await loadTarget(path, CHECK_IDS, {reader: files.reader, redactor})
  const [refusal] = drills.flatMap(({drill}) => refusalOf(drill, profile) ?? [])
  // A target of this kind is made by the drill itself: there is nothing in another's that it could be done to.
  const why = refusal ?? 'these drills only work on what they start themselves'
  throw new AssayError('drill_refused', why)
}
