import type {RunManifest} from '#contract/generated/types'

/** The run with which a measurement is compared. `damaged` lists files that differ from its manifest; of the kind `damaged` nothing can be read. */
export type Baseline<Side> =
  | {readonly kind: 'missing'}
  | {readonly kind: 'damaged'; readonly parent: ParentRun; readonly damaged: readonly string[]}
  | {readonly kind: 'found'; readonly side: Side; readonly parent: ParentRun; readonly damaged: readonly string[]}

/** A run as another manifest lists it among its parents. */
export type ParentRun = RunManifest['parents'][number]

/** The baseline as a parent of the run that is compared with it. */
export function parentsOf(baseline: Baseline<unknown> | undefined): RunManifest['parents'] {
  return baseline && baseline.kind !== 'missing' ? [baseline.parent] : []
}
