import type {RunManifest} from '#contract/generated/types'
import {isDigest, type RunId} from '#contract/ids'
import {AssayError} from '#error/assay-error'
import type {FileReader} from '#path/files'
import {bundleCandidates} from '../model/candidates.ts'
import type {EvidencePorts} from '../model/evidence-ports.ts'
import {MOST_BUNDLE_BYTES} from '../model/exclusion.ts'
import type {Pseudonyms} from '../pseudonym/pseudonyms.ts'
import {listFiles} from '../read/list-files.ts'
import {type JudgedRun, readCandidate} from './read-candidate.ts'
import {type Payload, PayloadRecorder} from './record-payload.ts'
import type {Staging} from './write-staging.ts'

/** A run to copy; `names` are its pseudonyms, if names are to be replaced. */
export interface RunSource {
  readonly runId: RunId
  readonly folder: string
  readonly manifest: RunManifest
  readonly redact: boolean
  readonly names?: Pseudonyms
}

/** Copies the run below `data/`, safe text only. Throws `evidence_refused` for a secret in a required file. */
export async function writePayload(
  run: RunSource,
  staging: Staging,
  ports: EvidencePorts,
  signal: AbortSignal,
): Promise<Payload> {
  const {reader} = ports.files
  const recorder = new PayloadRecorder(run, staging, ports)
  const place = placeOf(run, reader)
  let bytesLeft = MOST_BUNDLE_BYTES
  const {found, isWhole} = listFiles(run.folder, reader)
  if (!isWhole) throw new AssayError('evidence_incomplete', 'the run holds more files or levels than a bundle can')
  for (const candidate of bundleCandidates(run.manifest, found)) {
    if (signal.aborted) throw new AssayError('interrupted', 'bundling was stopped', {cause: signal.reason})
    const outcome = readCandidate(candidate, place, bytesLeft, {reader, redactor: ports.redactor})
    if ('reason' in outcome) recorder.exclude(candidate, outcome)
    else {
      bytesLeft -= outcome.sizeBytes
      await recorder.include(candidate, outcome)
    }
  }
  return await recorder.finish()
}

function placeOf(run: RunSource, reader: FileReader): JudgedRun {
  const checksums = run.manifest.runtime_assets.flatMap((asset) =>
    asset.local_only && asset.checksum ? [asset.checksum] : [],
  )
  const realFolder = reader.real(run.folder) ?? run.folder
  const {runId, folder, redact, names} = run
  return {runId, folder, realFolder, localOnly: new Set(checksums.filter(isDigest)), redact, ...(names && {names})}
}
