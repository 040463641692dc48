import type {RunsVerifyResult} from '#contract/generated/types'
import {isRunId} from '#contract/ids'
import type {ReadPorts} from '#run/read-run'
import type {EvidencePorts} from '../model/evidence-ports.ts'
import {MOST_KEY_BYTES, parsePublicKey} from '../sign/key.ts'
import {verifyBundle} from './verify-bundle.ts'
import {verifyRun} from './verify-run.ts'

export interface VerifyRequest {
  readonly workspace: string
  /** As it was given: a run id, or the folder of a bundle. */
  readonly target: string
  /** The same as an absolute path. */
  readonly path: string
  /** Path of a public key. */
  readonly key?: string
  readonly requireSignature: boolean
}

/** Checks what was named: a run where it stands, or a bundle. Throws as those do, and `key_invalid`, `file_missing` for the key. */
export async function verifyTarget(
  request: VerifyRequest,
  ports: EvidencePorts & ReadPorts,
  signal: AbortSignal,
): Promise<RunsVerifyResult> {
  const {target, requireSignature, workspace} = request
  const key =
    request.key === undefined ? undefined : parsePublicKey(ports.files.reader.read(request.key, MOST_KEY_BYTES))
  const demand = {requireSignature, ...(key && {key})}
  if (isRunId(target)) return await verifyRun({...demand, workspace, runId: target}, ports, signal)
  return {...(await verifyBundle({...demand, path: request.path}, ports, signal)), path: target}
}
