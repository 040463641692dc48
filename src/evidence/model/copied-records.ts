import type {ArtifactReference, EvidenceFile, RunManifest, WorkflowTrace} from '#contract/generated/types'
import {type Digest, isDigest} from '#contract/ids'

/** The result of copying a file of the run: its copy in the bundle, or `withheld` if nothing may be told of it. */
export type Copied = {readonly sha256: Digest; readonly sizeBytes: number; readonly head?: Digest} | 'withheld'

/** Replaces the digest of an excluded secret: a short secret could be guessed from the real digest. */
export const WITHHELD: Digest = `sha256:${'0'.repeat(64)}`

/**
 * The run manifest as it goes into the bundle: records of masked files describe the copies, and records of excluded secrets are blank.
 * Equal to the original if nothing was masked or withheld.
 */
export function describeCopies(manifest: RunManifest, copies: ReadonlyMap<string, Copied>): RunManifest {
  return {
    ...manifest,
    artifacts: manifest.artifacts.map((record) => {
      const copied = copies.get(record.path)
      if (copied === undefined) return record
      return copied === 'withheld'
        ? {...record, sha256: WITHHELD, size_bytes: 0}
        : {...record, sha256: copied.sha256, size_bytes: copied.sizeBytes}
    }),
    journal: manifest.journal && {...sealed(manifest.journal, copies), ...newHead(manifest.journal.path, copies)},
    workflow_trace: manifest.workflow_trace && sealed(manifest.workflow_trace, copies),
  }
}

/** The trace as it goes into the bundle, with the digests of the copies. */
export function describeCopiesInTrace(trace: WorkflowTrace, copies: ReadonlyMap<string, Copied>): WorkflowTrace {
  const told = (references: readonly ArtifactReference[]) =>
    references.map((reference) => ({...reference, digest: digestFor(reference.path, reference.digest, copies)}))
  return {
    ...trace,
    steps: trace.steps.map((step) => ({
      ...step,
      input_artifacts: told(step.input_artifacts),
      output_artifacts: told(step.output_artifacts),
    })),
  }
}

/** Number of strings and numbers in which two forms of a document differ. */
export function countChanges(before: unknown, after: unknown): number {
  if (typeof before !== 'object' || before === null || typeof after !== 'object' || after === null) {
    return before === after ? 0 : 1
  }
  const others = new Map(Object.entries(after))
  return Object.entries(before).reduce((sum, [key, value]) => sum + countChanges(value, others.get(key)), 0)
}

/** Records of a bundled run manifest whose digest or size differs from the bundle's files. Paths are relative to the run. */
export function recordFaults(manifest: RunManifest, files: ReadonlyMap<string, EvidenceFile>): string[] {
  return manifest.artifacts.flatMap((record) => {
    const file = files.get(record.path)
    if (file === undefined) return record.sha256 === WITHHELD && record.size_bytes === 0 ? [] : [record.path]
    if (!file.included) return []
    return file.sha256 === record.sha256 && file.size_bytes === record.size_bytes ? [] : [record.path]
  })
}

function sealed<Seal extends {readonly path: string; readonly sha256: string}>(
  seal: Seal,
  copies: ReadonlyMap<string, Copied>,
): Seal {
  return {...seal, sha256: digestFor(seal.path, seal.sha256, copies)}
}

/** The new head of a journal whose chain was rebuilt after renaming. */
function newHead(path: string, copies: ReadonlyMap<string, Copied>): {head?: Digest} {
  const copied = copies.get(path)
  return typeof copied === 'object' && copied.head !== undefined ? {head: copied.head} : {}
}

function digestFor(path: string, digest: string, copies: ReadonlyMap<string, Copied>): Digest {
  const copied = copies.get(path)
  if (copied === 'withheld') return WITHHELD
  if (copied !== undefined) return copied.sha256
  return isDigest(digest) ? digest : WITHHELD
}
