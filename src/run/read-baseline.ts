import type {RunManifest} from '#contract/generated/types'
import type {FileReader} from '#path/files'
import {findRecorded, type RecordedPlace, type RecordedRun, readUnlessDamaged} from './read-recorded.ts'

/** The run that a measurement is held against. `damaged`: files that are not what its manifest says; of the kind `damaged` nothing can be read. */
export type Baseline<Side> =
  | {readonly kind: 'missing'}
  | {readonly kind: 'damaged'; readonly parent: Parent; readonly damaged: readonly string[]}
  | {readonly kind: 'found'; readonly side: Side; readonly parent: Parent; readonly damaged: readonly string[]}

type Parent = RunManifest['parents'][number]

/** A baseline by id, folder or file of a run; a name that leads nowhere is `missing`. Throws `file_unreadable` and `run_live`. */
export function readBaseline<Side>(
  name: string,
  {place, reader}: {readonly place: RecordedPlace; readonly reader: FileReader},
  sideOf: (run: RecordedRun) => Side,
): Baseline<Side> {
  const run = findRecorded(name, place, reader)
  if (!run) return {kind: 'missing'}
  const {manifest, manifestSha256, damaged} = run
  const parent: Parent = {run_id: manifest.run_id, relation: 'baseline', manifest_sha256: manifestSha256}
  const side = readUnlessDamaged(run, sideOf)
  return side === undefined ? {kind: 'damaged', parent, damaged} : {kind: 'found', side, parent, damaged}
}

/** The baseline as a parent of the run that is held against it. */
export function parentsOf(baseline: Baseline<unknown> | undefined): RunManifest['parents'] {
  return baseline && baseline.kind !== 'missing' ? [baseline.parent] : []
}
