import type {ArtifactRecord, EvidenceKind, RunManifest} from '#contract/generated/types'
import type {FileFacts} from '#path/files'
import {HOLD, JOURNAL, LEASE, MANIFEST, TEMPORARY_PREFIX, TRACE_JSON, VERDICT} from '#run/layout'

/** A file found in the run's folder; links are not followed. */
export interface FoundFile {
  readonly path: string
  readonly facts: FileFacts
}

/** A file that may go into the bundle: its record in the manifest and its facts on disk. `path` is relative to the run. */
export interface Candidate {
  readonly path: string
  readonly kind: EvidenceKind
  readonly origin: ArtifactRecord['origin']
  readonly facts?: FileFacts
  readonly record?: ArtifactRecord
  /** Whether it is on disk but not in the manifest of an ended run. */
  readonly isUncollected: boolean
}

/** Files without which a bundle is no evidence; a secret in one of them makes publishing fail. */
export const REQUIRED: ReadonlySet<string> = new Set([MANIFEST, TRACE_JSON, VERDICT])

const BOOKKEEPING: ReadonlySet<string> = new Set([LEASE, HOLD])
const FIRST = [MANIFEST, JOURNAL, TRACE_JSON, VERDICT]

/**
 * All files on disk and all that the manifest lists, those that a bundle needs most first, so that large files cannot crowd them out. An
 * interrupted run has no list: its files are judged by their place.
 */
export function bundleCandidates(manifest: RunManifest, found: readonly FoundFile[]): Candidate[] {
  const records = new Map(manifest.artifacts.map((record) => [record.path, record]))
  const onDisk = new Map(found.map(({path, facts}) => [path, facts]))
  const isEnded = manifest.status !== 'running'
  const files = found.filter(({path, facts}) => facts.kind !== 'directory' || records.has(path))
  const paths = [...new Set([...records.keys(), ...files.map(({path}) => path)])].filter((path) => !isBookkeeping(path))
  return paths.sort(neededFirst).map((path) => {
    const record = records.get(path)
    const facts = onDisk.get(path)
    return {
      path,
      ...(record ? {kind: record.kind, origin: record.origin, record} : placeOf(path)),
      ...(facts && {facts}),
      isUncollected: isEnded && record === undefined && path !== MANIFEST,
    }
  })
}

/** Whether a file only records who works on a run or keeps it, or is being written: such files go into no bundle. */
export function isBookkeeping(path: string): boolean {
  return BOOKKEEPING.has(path) || path.slice(path.lastIndexOf('/') + 1).startsWith(TEMPORARY_PREFIX)
}

function neededFirst(a: string, b: string): number {
  // A verdict follows from results; logs only show how they came about, and may be many times larger.
  const rank = (path: string) =>
    FIRST.includes(path) ? FIRST.indexOf(path) : FIRST.length + (/(?:^|\/)logs\//.test(path) ? 1 : 0)
  return rank(a) - rank(b) || (a < b ? -1 : 1)
}

const KINDS: Readonly<Record<string, EvidenceKind>> = {
  inputs: 'input',
  results: 'result',
  reports: 'report',
  logs: 'log',
  items: 'item',
  artifacts: 'artifact',
  [JOURNAL]: 'journal',
  [MANIFEST]: 'manifest',
  'plan.json': 'plan',
}

/** Kind and origin by place, for files that the manifest does not list: Assay's own folders hold its own text, everything else came from others. */
function placeOf(path: string): Pick<Candidate, 'kind' | 'origin'> {
  const kind = KINDS[path.split('/')[0] ?? '']
  return {kind: kind ?? 'artifact', origin: kind === undefined || kind === 'artifact' ? 'child' : 'assay'}
}
