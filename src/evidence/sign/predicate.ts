import type {IncludedFile, RunManifest} from '#contract/generated/types'
import type {Digest} from '#contract/ids'
import type {ManifestLine} from '../model/bag.ts'
import {TAG_MANIFEST} from '../model/bundle-layout.ts'

export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1'
const TEST_RESULT = 'https://in-toto.io/attestation/test-result/v0.1'
const RUN_RESULT = 'urn:assay:run-result:v1'
const MOST_PAYLOAD_SUBJECTS = 1_024

export interface Predicate {
  readonly type: string
  readonly body: Readonly<Record<string, unknown>>
}

/**
 * The predicate about the run. The test-result type has only PASSED and FAILED, so every other verdict gets Assay's own type, which claims
 * neither. Source: in-toto attestation framework, test-result v0.1.
 */
export function describeRun(run: RunManifest): Predicate {
  const configuration = configurationOf(run)
  const verdict = run.outcome?.verdict
  if (verdict === 'pass' || verdict === 'fail') {
    return {type: TEST_RESULT, body: {result: verdict === 'pass' ? 'PASSED' : 'FAILED', configuration}}
  }
  const outcome = run.outcome && {verdict: run.outcome.verdict, exit_code: run.outcome.exit_code}
  return {
    type: RUN_RESULT,
    body: {schema_version: 1, run_id: run.run_id, kind: run.kind, status: run.status, outcome, configuration},
  }
}

function configurationOf(run: RunManifest): {name: string; digest: {sha256: string}}[] {
  const parts = [
    ['suite', run.input_digest],
    ['gate', run.gate_digest],
    ['profile', run.config_profile?.sha256],
  ] as const
  return parts.flatMap(([name, sha256]) => (sha256 ? [{name, digest: {sha256: bare(sha256)}}] : []))
}

/** The in-toto statement: the tag manifest stands for the whole bundle; payload files are listed too if there are few. */
export function makeStatement(tagManifest: Digest, payload: readonly ManifestLine[], predicate: Predicate) {
  const few = payload.length <= MOST_PAYLOAD_SUBJECTS ? payload : []
  const subjects = [{path: TAG_MANIFEST, sha256: tagManifest}, ...few]
  return {
    _type: STATEMENT_TYPE,
    subject: subjects.map(({path, sha256}) => ({name: path, digest: {sha256: bare(sha256)}})),
    predicateType: predicate.type,
    predicate: predicate.body,
  }
}

/** Digest lines for files of the evidence manifest. */
export function manifestLines(files: readonly Pick<IncludedFile, 'path' | 'sha256'>[]): ManifestLine[] {
  return files.map(({path, sha256}) => ({path, sha256: `sha256:${bare(sha256)}` as const}))
}

const bare = (digest: string) => digest.slice('sha256:'.length)
