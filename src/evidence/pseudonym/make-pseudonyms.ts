import {join} from 'node:path'
import type {RunManifest, WorkflowTrace} from '#contract/generated/types'
import type {RunId} from '#contract/ids'
import {AssayError} from '#error/assay-error'
import type {Files} from '#path/files'
import type {Entropy} from '#random/entropy'
import type {Redactor} from '#redact/redactor'
import {runFolder, TRACE_JSON} from '#run/layout'
import {parseTrace} from '#trace/check-trace'
import {openNameKey} from './open-name-key.ts'
import {collectNames, type Pseudonyms, pseudonymsFor} from './pseudonyms.ts'

/** The pseudonyms of one run, made with the key of its workspace. Throws the errors of opening the key. */
export async function makePseudonyms(
  workspace: string,
  run: {readonly runId: RunId; readonly manifest: RunManifest},
  known: readonly string[],
  ports: {readonly files: Files; readonly entropy: Entropy; readonly redactor: Redactor},
): Promise<Pseudonyms> {
  const key = await openNameKey(workspace, ports)
  const trace = readTrace(join(runFolder(workspace, run.runId), TRACE_JSON), ports.files)
  return pseudonymsFor(collectNames(run.manifest, trace, known), run.manifest.host.fingerprint, key)
}

/** The trace of the run; without a valid one there are no names of steps, and the verifier reports it. */
function readTrace(path: string, {reader}: Pick<Files, 'reader'>): WorkflowTrace | undefined {
  try {
    return parseTrace(JSON.parse(new TextDecoder().decode(reader.read(path))))
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof AssayError && error.code !== 'io_error')) return undefined
    throw error
  }
}
