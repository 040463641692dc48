import {join} from 'node:path'
import type {ArtifactRecord, RunManifest, WorkflowTrace} from '#contract/generated/types'
import {sha256} from '#digest/sha256'
import {writeAtomic} from '#path/write-atomic'
import {isSecretKey} from '#redact/key-names'
import {collectArtifacts, type KnownFiles, listRunFiles} from './collect-artifacts.ts'
import type {CreatedRun} from './create-run.ts'
import type {Ending} from './end-run.ts'
import {disturbed} from './find-disturbance.ts'
import type {HeldLease} from './hold-lease.ts'
import {appendRunLeaf, manifestDigest} from './keep-ledger.ts'
import {JOURNAL, MANIFEST, TRACE_JSON} from './layout.ts'
import {parseManifest} from './manifest.ts'
import type {RunPorts} from './ports.ts'

/**
 * The last commit of a run: digests every file, replaces the manifest once, records the end in the ledger, and removes the lease. A lease
 * that is still there tells the next writer that the ledger may lack the end. Throws `run_disturbed` if a file holds something else than
 * was written to it.
 */
export async function closeRun(
  run: CreatedRun,
  lease: HeldLease,
  end: {readonly ending: Ending; readonly trace: WorkflowTrace; readonly known: KnownFiles},
  ports: RunPorts,
): Promise<RunManifest> {
  lease.assertOwned()
  const files = listRunFiles(run.folder, ports.files.reader)
  const {reader} = ports.files
  const besides = files.listed.filter((path) => path !== JOURNAL)
  const artifacts = await collectArtifacts(run.folder, besides, end.known, reader)
  demandOwn(run.folder, artifacts, end.known)
  const ending = tellUnlisted(end.ending, files.unlisted)
  await run.journal.append('run.finished', {...ending})
  await run.journal.close()
  const journal = await collectArtifacts(run.folder, [JOURNAL], end.known, reader)
  const manifest = completeManifest(run.manifest, ending, {
    artifacts: artifacts.toSpliced(files.listed.indexOf(JOURNAL), 0, ...journal),
    known: end.known,
    seal: run.journal.seal,
    traceStatus: end.trace.status,
  })
  const checked = parseManifest(ports.redactor.value(manifest))
  lease.assertOwned()
  const text = ports.redactor.json(checked)
  try {
    await writeAtomic(join(run.folder, MANIFEST), text, ports)
  } finally {
    // The last step of the write is a sync: if that fails, the manifest has been replaced nevertheless.
    if (manifestDigest(run.folder, ports.files.reader) === sha256(text)) lease.markClosing()
  }
  await appendRunLeaf('closed', {folder: run.folder, manifest: checked, text}, ports)
  // The removal is not synced: from here on a cleanup may remove the run, and a lease that reappears after a power cut is a dead one.
  await lease.release()
  return checked
}

function demandOwn(folder: string, artifacts: readonly ArtifactRecord[], known: KnownFiles): void {
  const other = artifacts.find(({path, sha256}) => (known.get(path)?.sha256 ?? sha256) !== sha256)
  if (other) throw disturbed(folder, `somebody else wrote to its ${other.path}`)
}

/**
 * Adds an issue if the run has files that cannot be listed. Other programs may drop files into a run; a name that no manifest can hold is
 * reported, and never prevents closing.
 */
export function tellUnlisted(ending: Ending, count: number): Ending {
  if (count === 0) return ending
  const message = `${count} files have names that cannot be listed or bundled`
  return {...ending, issues: [...ending.issues, {code: 'file_not_listed', message}]}
}

/**
 * The key of a file in the manifest. Labels contain names given by callers; if one reads like the name of a secret, the redactor would mask
 * its path, so the file is keyed by its number.
 */
function keyOf(label: string, at: number): string {
  return isSecretKey(label) ? `file-${at + 1}` : label
}

/** The closed manifest, made from the opening one, the ending in the journal, and the digests. */
export function completeManifest(
  opening: RunManifest,
  ending: Ending,
  files: {
    readonly artifacts: readonly ArtifactRecord[]
    readonly known: KnownFiles
    readonly seal: {records: number; head: string}
    readonly traceStatus: WorkflowTrace['status'] | undefined
  },
): RunManifest {
  const digestAt = (path: string) => files.artifacts.find((artifact) => artifact.path === path)?.sha256
  const journal = digestAt(JOURNAL)
  const trace = digestAt(TRACE_JSON)
  return {
    ...opening,
    ...ending,
    artifact_paths: Object.fromEntries([...files.known.values()].map(({label, path}, at) => [keyOf(label, at), path])),
    artifacts: [...files.artifacts],
    journal: journal ? {path: JOURNAL, sha256: journal, ...files.seal} : null,
    workflow_trace: trace && files.traceStatus ? {path: TRACE_JSON, sha256: trace, status: files.traceStatus} : null,
  }
}
