import {join} from 'node:path'
import type {AuditSubject} from '#audit/audit'
import type {RunManifest, RunsVerifyResult} from '#contract/generated/types'
import type {Digest} from '#contract/ids'
import {AssayError} from '#error/assay-error'
import type {FileReader} from '#path/files'
import {hasMarks} from '#redact/mark'
import {genesis} from '#run/journal'
import {JOURNAL, MANIFEST, TRACE_JSON, VERDICT} from '#run/layout'
import {BAGIT, EVIDENCE_MANIFEST, payloadPath} from '../model/bundle-layout.ts'
import {isMasked} from '../model/evidence-manifest.ts'
import type {EvidencePorts} from '../model/evidence-ports.ts'
import {listFiles} from '../read/list-files.ts'
import {checkBag, type ReadTree} from './bag-checks.ts'
import {BUNDLE_CHECKS, CheckBook} from './check-book.ts'
import {checkTruth, isDocument, isFailurePicture, journalIn, recordedOf} from './check-truth.ts'
import {checkEventCount} from './event-checks.ts'
import {checkAgreement, checkEvidence, checkExcluded, checkRunEntry, type Evidence} from './evidence-checks.ts'
import {checkLedger} from './ledger-checks.ts'
import {TreeReader} from './read-tree.ts'
import {
  checkJournal,
  checkManifest,
  checkStatus,
  checkTrace,
  type RecordFile,
  type RunRecords,
} from './record-checks.ts'
import {checkPredicate, checkSignature, type SignatureRequirement} from './signature-checks.ts'
import {checkToldPages} from './told-page-checks.ts'
import {checkTracePage} from './trace-page-checks.ts'
import {checkFileNames, checkKinds, checkRoot} from './tree-checks.ts'
import {verificationResult} from './verification-result.ts'

const DOCUMENTS = [MANIFEST, JOURNAL, TRACE_JSON, VERDICT] as const

/**
 * Checks an issue bundle without trusting anything in it; reports every finding, extracts and changes nothing. Exit 1 with findings. Throws
 * `bundle_not_found`, `schema_too_new`, and `io_error` if the disk fails.
 */
export async function checkBundle(
  request: SignatureRequirement & {readonly path: string},
  ports: EvidencePorts,
  signal?: AbortSignal,
): Promise<RunsVerifyResult> {
  const {reader} = ports.files
  const folder = openBundle(request.path, reader)
  const book = new CheckBook(BUNDLE_CHECKS)
  const {found, isWhole} = listFiles(folder, reader)
  if (!isWhole) book.fail('regular-files', 'too_many_files', 'holds more files or levels than a bundle can')
  const good = checkKinds(found, book)
  checkRoot(
    found.map(({path}) => path),
    book,
  )
  const tree = new TreeReader(folder, ports, book)
  await tree.read(
    good.filter(({path}) => !path.startsWith('data/')),
    () => true,
  )
  const evidence = checkEvidence(tree, book)
  const home = evidence && payloadPath(evidence.runId, '')
  const isKept = (path: string) => {
    const own = home !== undefined && path.startsWith(home) ? path.slice(home.length) : undefined
    return own !== undefined && (isDocument(own) || isFailurePicture(own))
  }
  for (const file of good.filter(({path}) => path.startsWith('data/'))) {
    if (signal?.aborted) throw new AssayError('interrupted', 'verifying was stopped', {cause: signal.reason})
    await tree.read([file], isKept, signal)
  }
  book.done('scan')
  const {payload, identifier} = checkBag(tree, book)
  const listed = evidence?.manifest.files.flatMap((file) => (file.included ? [file.path] : [])) ?? []
  checkFileNames([...found.map(({path}) => path), ...payload.map(({path}) => path), ...listed], book)
  const run = evidence && (await checkContent(evidence, tree, identifier, book))
  checkLedger({tree, run, isMasked: evidence !== undefined && isManifestMasked(evidence)}, request, book)
  const signature = checkSignature({tree, payload, run}, request, book)
  const {runId, manifest} = evidence ?? {}
  return verificationResult(
    {
      path: request.path,
      runId: runId ?? null,
      run,
      complete: manifest?.complete ?? null,
      files: tree.files.values(),
      signed: signature,
    },
    'bundle',
    book,
  )
}

/** The folder of a bundle. Throws `bundle_not_found`, which gives exit 2, if nothing there could be a bundle; a damaged one is a finding. */
function openBundle(path: string, reader: FileReader): string {
  const folder = reader.real(path)
  const isFolder = folder !== undefined && reader.facts(folder)?.kind === 'directory'
  const has = (name: string) => folder !== undefined && reader.facts(join(folder, name)) !== undefined
  if (!isFolder || (!has(EVIDENCE_MANIFEST) && !has(BAGIT)))
    throw new AssayError('bundle_not_found', 'there is no bundle at this place')
  return folder
}

/** Checks everything that the run's own documents must support. */
async function checkContent(
  evidence: Evidence,
  tree: ReadTree,
  identifier: string | undefined,
  book: CheckBook,
): Promise<RunManifest | undefined> {
  checkAgreement(evidence, tree, identifier, book)
  const records = recordsOf(evidence, tree)
  const run = checkManifest(records, book)
  if (!run) return undefined
  checkRunEntry(evidence, run, tree, book)
  checkExcluded(evidence, run, book)
  checkStatus(run, records, book)
  checkTrace(run, records, book)
  checkJournal(run, records, book)
  checkEventCount(run, records, tree.files, book)
  checkToldPages(evidence, run, tree, book)
  const read = (path: string) => tree.contents.get(records.at(path))
  checkTracePage(run, {read, at: records.at}, book)
  await checkTruth(bundledSubject(evidence, run, tree, journalIn(records)), records.at, book)
  checkPredicate(run, tree, book)
  return run
}

/** The run of a bundle as an audit sees it; runs to which it refers are not available. */
function bundledSubject(
  {manifest: {files, names_redacted: isRenamed}, runId}: Evidence,
  run: RunManifest,
  tree: ReadTree,
  journal: AuditSubject['journal'],
): AuditSubject {
  const read = (path: string) => tree.contents.get(payloadPath(runId, path))
  const isLeftOut = run.artifacts.some(({path}) => isDocument(path) && read(path) === undefined)
  const manifestSha256 = tree.files.get(payloadPath(runId, MANIFEST))?.sha256 ?? genesis(runId)
  const masked = new Set(files.flatMap((file) => (file.included && file.redactions > 0 ? [file.path] : [])))
  return {
    run: recordedOf(run, manifestSha256, read),
    journal,
    // Only a masked text contains marks.
    isMasked: (path) => masked.has(payloadPath(runId, path)) && hasMarks(new TextDecoder().decode(read(path))),
    parent: () => undefined,
    ...(isLeftOut && {cannot: 'files that it follows from are not in the bundle'}),
    ...(isRenamed && {cannot: 'its names were replaced', isRenamed}),
  }
}

function isManifestMasked({manifest, runId}: Evidence): boolean {
  const path = payloadPath(runId, MANIFEST)
  return manifest.files.some((file) => file.path === path && file.included && file.redactions > 0)
}

function recordsOf({manifest, runId}: Evidence, tree: ReadTree): RunRecords {
  const masked = new Set(manifest.files.flatMap((file) => (file.included && isMasked(file) ? [file.path] : [])))
  const files = new Map<string, RecordFile>()
  for (const path of DOCUMENTS) {
    const shown = payloadPath(runId, path)
    const content = tree.contents.get(shown)
    const sha256: Digest | undefined = tree.files.get(shown)?.sha256
    if (content && sha256) files.set(path, {content, sha256, isMasked: masked.has(shown)})
  }
  return {runId, files, at: (path) => payloadPath(runId, path)}
}
