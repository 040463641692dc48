import type {RunManifest, RunsVerifyResult, VerifySignature} from '#contract/generated/types'
import {exitNamed} from '#error/exit'
import type {CheckBook} from './check-book.ts'
import type {ReadFile} from './read-bundle.ts'
import {VERIFICATION_BLOCK} from './verification-block.ts'

/** The facts about the verified run or bundle for the result. */
export interface Verified {
  readonly path: string
  readonly runId: string | null
  /** Undefined if the run manifest could not be read. */
  readonly run: RunManifest | undefined
  readonly complete: boolean | null
  readonly files: Iterable<ReadFile>
  readonly signed: VerifySignature
}

/** The result, passed only if every check was completed and found nothing. Throws `schema_too_new`, see `mustNotBeNewer`. */
export function verificationResult(
  verified: Verified,
  target: RunsVerifyResult['target'],
  book: CheckBook,
): RunsVerifyResult {
  book.mustNotBeNewer()
  const checks = book.checks()
  const {list, count} = book.findings()
  const bad = checks.filter((check) => !check.ok)
  const [first] = bad
  const files = [...verified.files]
  return {
    schema_version: 1,
    command: 'runs verify',
    exit: first
      ? exitNamed('failed', `${bad.length} of ${checks.length} checks failed, first: ${first.name}`)
      : exitNamed('ok', `all ${checks.length} checks hold`),
    target,
    path: verified.path,
    run_id: verified.runId,
    verdict: verified.run?.outcome?.verdict ?? null,
    complete: verified.complete,
    first_bad_path: list.find(({path}) => path !== undefined)?.path ?? null,
    checks,
    findings: list,
    finding_count: count,
    file_count: files.length,
    payload_bytes: files.reduce(
      (sum, {path, sizeBytes}) => sum + (target === 'run' || path.startsWith('data/') ? sizeBytes : 0),
      0,
    ),
    signed: verified.signed,
    ...(target === 'bundle' && {without_assay: VERIFICATION_BLOCK}),
  }
}
