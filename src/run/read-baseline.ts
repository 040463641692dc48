import type {FileReader} from '#path/files'
import type {Baseline, ParentRun} from './baseline.ts'
import {findRecorded, type RecordedPlace, type RecordedRun, readUnlessDamaged} from './read-recorded.ts'

/** A baseline by id, folder or file of a run; a name that matches nothing gives `missing`. Throws `file_unreadable` and `run_live`. */
export function readBaseline<Side>(
  name: string,
  {place, reader}: {readonly place: RecordedPlace; readonly reader: FileReader},
  sideOf: (run: RecordedRun) => Side,
): Baseline<Side> {
  const run = findRecorded(name, place, reader)
  if (!run) return {kind: 'missing'}
  const {manifest, manifestSha256, damaged} = run
  const parent: ParentRun = {run_id: manifest.run_id, relation: 'baseline', manifest_sha256: manifestSha256}
  const side = readUnlessDamaged(run, sideOf)
  return side === undefined ? {kind: 'damaged', parent, damaged} : {kind: 'found', side, parent, damaged}
}
