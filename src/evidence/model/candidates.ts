import type {ArtifactRecord, EvidenceKind, RunManifest} from '#contract/generated/types'
import type {FileFacts} from '#path/files'
import {HOLD, JOURNAL, LEASE, MANIFEST, TEMPORARY_PREFIX, TRACE_JSON, VERDICT} from '#run/layout'

/** A name found in the run's folder, links not followed. */
export interface FoundFile {
  readonly path: string
  readonly facts: FileFacts
}

/** A file that might go into the bundle: what the manifest says of it and what stands on disk. `path` is relative to the run. */
export interface Candidate {
  readonly path: string
  readonly kind: EvidenceKind
  readonly origin: ArtifactRecord['origin']
  readonly facts?: FileFacts
  readonly record?: ArtifactRecord
  /** On disk, but not in the manifest of an ended run. */
  readonly isUncollected: boolean
}

/** Without these a bundle is no evidence; a secret in one of them refuses it. */
export const REQUIRED: ReadonlySet<string> = new Set([MANIFEST, TRACE_JSON, VERDICT])

const BOOKKEEPING: ReadonlySet<string> = new Set([LEASE, HOLD])
const FIRST = [MANIFEST, JOURNAL, TRACE_JSON, VERDICT]

/**
 * Everything on disk and everything the manifest lists, what a bundle needs most first, so that large files cannot
 * crowd it out. A run that was interrupted has no list: its files are judged by their place.
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

/** What says who works on a run or keeps it, and what is being written: it goes into no bundle. */
export function isBookkeeping(path: string): boolean {
  return BOOKKEEPING.has(path) || path.slice(path.lastIndexOf('/') + 1).startsWith(TEMPORARY_PREFIX)
}

function neededFirst(a: string, b: string): number {
  // A verdict follows from results; logs tell how they came about, and may be many times larger.
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

/** Where the manifest is silent: our own folders hold our own text, everything else came from somebody else. */
function placeOf(path: string): Pick<Candidate, 'kind' | 'origin'> {
  const kind = KINDS[path.split('/')[0] ?? '']
  return {kind: kind ?? 'artifact', origin: kind === undefined || kind === 'artifact' ? 'child' : 'assay'}
}
