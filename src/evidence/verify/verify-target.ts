import type {RunsVerifyResult} from '#contract/generated/types'
import {isRunId} from '#contract/ids'
import type {ReadPorts} from '#run/read-run'
import {openArchive} from '../archive/open-archive.ts'
import {MOST_KEY_BYTES, parsePublicKey} from '../key.ts'
import type {VerifyPorts} from './read-tree.ts'
import {verifyBundle} from './verify-bundle.ts'
import {verifyRun} from './verify-run.ts'

export interface VerifyRequest {
  readonly workspace: string
  /** As it was given: a run id, or the folder or archive of a bundle. */
  readonly target: string
  /** The same as an absolute path. */
  readonly path: string
  /** Path of a public key. */
  readonly key?: string
  readonly requireSignature: boolean
}

/** Checks what was named: a run where it stands, or a bundle in a folder or an archive. Throws as those do, `archive_refused`, and `key_invalid`, `file_missing` for the key. */
export async function verifyTarget(
  request: VerifyRequest,
  ports: VerifyPorts & ReadPorts,
  signal: AbortSignal,
): Promise<RunsVerifyResult> {
  const {target, requireSignature, workspace} = request
  const key =
    request.key === undefined ? undefined : parsePublicKey(ports.files.reader.read(request.key, MOST_KEY_BYTES))
  const demand = {requireSignature, ...(key && {key})}
  if (isRunId(target)) return await verifyRun({...demand, workspace, runId: target}, ports, signal)
  const {reader} = ports.files
  const place = reader.real(request.path)
  const isFile = place !== undefined && reader.facts(place)?.kind === 'file'
  const bundle = isFile ? openArchive(place, reader) : {folder: request.path, reader}
  const result = await verifyBundle(
    {...demand, path: bundle.folder},
    {...ports, files: {reader: bundle.reader}},
    signal,
  )
  return {...result, path: target}
}
