import {evidenceManifest} from '#contract/generated/evidence-manifest'
import type {EvidenceFile, EvidenceManifest, RunManifest} from '#contract/generated/types'
import {isRunId, type RunId} from '#contract/ids'
import {parse} from '#contract/parse'
import {canonicalJson} from '#digest/canonical-json'
import {AssayError} from '#error/assay-error'
import {MANIFEST} from '#run/layout'
import {BAG_INFO, EVIDENCE_MANIFEST, LEDGER_PAGE, PAGES, payloadPath} from '../model/bundle-layout.ts'
import {recordFaults} from '../model/copied-records.ts'
import {findContradictions, telltales} from '../model/evidence-manifest.ts'
import {type ReadTree, treeText} from './bag-checks.ts'
import type {CheckBook} from './check-book.ts'
import type {ReadFile} from './read-bundle.ts'
import {readStrictJson} from './strict-json.ts'

const MOST_ENTRIES = 200_000

/** A valid evidence manifest, and the run that it is about. */
export interface Evidence {
  readonly manifest: EvidenceManifest
  readonly runId: RunId
}

/** The evidence manifest, if it can be trusted. */
export function checkEvidence(tree: ReadTree, book: CheckBook): Evidence | undefined {
  const fail = (code: string, message: string) => void book.fail('evidence-manifest', code, message, EVIDENCE_MANIFEST)
  const text = treeText(tree, EVIDENCE_MANIFEST)
  if (text === undefined) return fail('file_missing', 'is missing, too large or not UTF-8 text')
  const json = readStrictJson(text)
  if (json === undefined) return fail('json_form', 'is not JSON in the exact form Assay writes')
  try {
    const manifest = parse(evidenceManifest, json.value)
    const runId = manifest.run_id
    if (!isRunId(runId) || manifest.files.length > MOST_ENTRIES)
      return fail('schema_invalid', 'tells of too many files')
    for (const {pointer, message} of findContradictions(manifest, runId))
      fail('evidence_contradiction', `${pointer} ${message}`)
    book.done('evidence-manifest')
    return {manifest, runId}
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    if (error.code === 'schema_too_new') book.newer('evidence-manifest', error, EVIDENCE_MANIFEST)
    for (const {pointer, message} of error.issues) fail(error.code, `${pointer || '/'} ${message}`)
    return undefined
  }
}

type Fail = (code: string, message: string, path: string) => void

/** Checks that the files are exactly those that the evidence manifest lists as included, and that no excluded file is there. */
export function checkAgreement(
  evidence: Evidence,
  tree: ReadTree,
  identifier: string | undefined,
  book: CheckBook,
): void {
  const fail: Fail = (code, message, path) => book.fail('manifest-agreement', code, message, path)
  for (const entry of evidence.manifest.files) {
    const fault = entryFault(entry, tree.files.get(entry.path))
    if (fault) fail(fault.code, fault.message, entry.path)
  }
  checkUnlisted(evidence, tree, fail)
  if (identifier !== undefined && identifier !== evidence.runId) {
    fail('run_id_mismatch', 'names another run than the evidence manifest', BAG_INFO)
  }
  book.done('manifest-agreement')
}

function entryFault(entry: EvidenceFile, file: ReadFile | undefined): {code: string; message: string} | undefined {
  if (!entry.included) {
    return file && {code: 'excluded_present', message: 'is there although the evidence manifest leaves it out'}
  }
  if (!file) return {code: 'file_missing', message: 'is listed in the evidence manifest and not there'}
  if (file.sha256 !== entry.sha256) {
    return {code: 'digest_mismatch', message: 'differs from its digest in the evidence manifest'}
  }
  if (file.sizeBytes === entry.size_bytes) return undefined
  return {code: 'size_mismatch', message: 'differs from its size in the evidence manifest'}
}

function checkUnlisted({manifest, runId}: Evidence, tree: ReadTree, fail: Fail): void {
  const home = payloadPath(runId, '')
  const pages: readonly string[] = [...PAGES, LEDGER_PAGE]
  const listed = new Set(manifest.files.map(({path}) => path))
  for (const path of tree.files.keys()) {
    const isPayload = path.startsWith('data/')
    if (isPayload && !path.startsWith(home)) fail('foreign_run', 'does not belong to the run of this bundle', path)
    if ((isPayload || pages.includes(path)) && !listed.has(path)) {
      fail('file_added', 'is not in the evidence manifest', path)
    }
  }
}

/** Compares the entry of the run in the evidence manifest with the run manifest in the bundle. */
export function checkRunEntry({manifest, runId}: Evidence, run: RunManifest, tree: ReadTree, book: CheckBook): void {
  const [entry] = manifest.runs
  const fail = (message: string) => book.fail('run-status', 'status_contradiction', message, EVIDENCE_MANIFEST)
  const outcome = run.outcome && {verdict: run.outcome.verdict, exit_code: run.outcome.exit_code}
  if (entry?.kind !== run.kind) fail('tells another kind of run than the run manifest')
  if (entry?.status !== run.status) fail('tells another status than the run manifest')
  if (canonicalJson(told(entry?.outcome)) !== canonicalJson(outcome))
    fail('tells another outcome than the run manifest')
  const path = payloadPath(runId, MANIFEST)
  if (entry?.manifest_sha256 !== tree.files.get(path)?.sha256) {
    book.fail('manifest-agreement', 'digest_mismatch', 'differs from its digest in the list of runs', path)
  }
}

const told = (outcome: EvidenceManifest['runs'][number]['outcome'] | undefined) =>
  outcome ? {verdict: outcome.verdict, exit_code: outcome.exit_code} : null

/** Checks that no excluded secret could be guessed, and that the records of the run manifest describe the files of the bundle. */
export function checkExcluded({manifest, runId}: Evidence, run: RunManifest, book: CheckBook): void {
  for (const {pointer, message} of telltales(manifest.files)) {
    book.fail('excluded-secrets', 'secret_digest', `${pointer} ${message}`, EVIDENCE_MANIFEST)
  }
  const home = payloadPath(runId, '')
  const files = new Map(
    manifest.files.map((file) => [file.path.startsWith(home) ? file.path.slice(home.length) : '', file]),
  )
  for (const path of recordFaults(run, files)) {
    const isIncluded = files.get(path)?.included === true
    if (isIncluded)
      book.fail(
        'manifest-agreement',
        'digest_mismatch',
        'differs from the digest in the run manifest',
        `${home}${path}`,
      )
    else
      book.fail(
        'excluded-secrets',
        'secret_digest',
        'is left out without a name, yet its digest is told',
        `${home}${path}`,
      )
  }
  book.done('excluded-secrets')
}
