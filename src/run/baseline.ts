import type {RunManifest} from '#contract/generated/types'

/** The run that a measurement is held against. `damaged`: files that are not what its manifest says; of the kind `damaged` nothing can be read. */
export type Baseline<Side> =
  | {readonly kind: 'missing'}
  | {readonly kind: 'damaged'; readonly parent: ParentRun; readonly damaged: readonly string[]}
  | {readonly kind: 'found'; readonly side: Side; readonly parent: ParentRun; readonly damaged: readonly string[]}

/** A run as another one names it among those it comes from. */
export type ParentRun = RunManifest['parents'][number]

/** The baseline as a parent of the run that is held against it. */
export function parentsOf(baseline: Baseline<unknown> | undefined): RunManifest['parents'] {
  return baseline && baseline.kind !== 'missing' ? [baseline.parent] : []
}
