import type {RunsVerifyResult} from '#contract/generated/types'
import {isRunId} from '#contract/ids'
import type {FileReader} from '#path/files'
import {absolutePath} from '#path/safe-relative-path'
import type {ReadPorts} from '#run/read-run'
import {isRunFolder, lookUp, type NamedRun} from '#run/resolve-run'
import {openArchive} from '../archive/open-archive.ts'
import type {EvidencePorts} from '../model/evidence-ports.ts'
import {MOST_KEY_BYTES, parsePublicKey} from '../sign/key.ts'
import {checkBundle} from './verify-bundle.ts'
import {checkRun} from './verify-run.ts'

export interface VerifyRequest {
  readonly workspace: string
  /** Absolute folder to which the target's path is relative. */
  readonly cwd: string
  /** As the caller gave it: the folder or archive of a bundle, or the name of a run. */
  readonly target: string
  /** Path of a public key. */
  readonly key?: string
  readonly requireSignature: boolean
}

/**
 * Verifies what was named: a run in its workspace, or a bundle in a folder or an archive. Throws the errors of both, `archive_refused`, and
 * `key_invalid`, `file_missing` for the key.
 */
export async function verifyTarget(
  request: VerifyRequest,
  ports: EvidencePorts & ReadPorts,
  signal: AbortSignal,
): Promise<RunsVerifyResult> {
  const {target, requireSignature, cwd} = request
  const key =
    request.key === undefined ? undefined : parsePublicKey(ports.files.reader.read(request.key, MOST_KEY_BYTES))
  const demand = {requireSignature, ...(key && {key})}
  const {reader} = ports.files
  const named = namedRun(request, reader)
  if (named) return await checkRun({...demand, ...named}, ports, signal)
  const path = absolutePath(cwd, target)
  const place = reader.real(path)
  const isFile = place !== undefined && reader.facts(place)?.kind === 'file'
  const bundle = isFile ? openArchive(place, reader) : {folder: path, reader}
  const result = await checkBundle({...demand, path: bundle.folder}, {...ports, files: {reader: bundle.reader}}, signal)
  return {...result, path: target}
}

const isKnown = ({workspace, runId}: NamedRun, reader: FileReader) =>
  reader.facts(absolutePath(workspace, `runs/${runId}`)) !== undefined

/** The run that the target names; undefined if it is a bundle. An existing path is a bundle, unless it is the folder of a run. */
function namedRun({target, workspace, cwd}: VerifyRequest, reader: FileReader): NamedRun | undefined {
  const path = absolutePath(cwd, target)
  const isThere = reader.facts(path) !== undefined
  // A published bundle is named after its run.
  if (isRunId(target))
    return isThere && !isKnown({workspace, runId: target}, reader) ? undefined : {workspace, runId: target}
  return isThere && !isRunFolder(path, reader) ? undefined : lookUp(target, {workspace, cwd}, reader)
}
