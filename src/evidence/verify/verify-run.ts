import type {RunManifest, RunsVerifyResult} from '#contract/generated/types'
import {isRunId, type RunId} from '#contract/ids'
import {AssayError} from '#error/assay-error'
import type {Redactor} from '#redact/redactor'
import {JOURNAL, MANIFEST, runFolder, TRACE_JSON, VERDICT} from '#run/layout'
import type {RunPorts} from '#run/ports'
import {findRecorded, type RecordedRun} from '#run/read-recorded'
import {type ReadPorts, type RunView, readRun} from '#run/read-run'
import {bundleCandidates, type FoundFile, isBookkeeping} from '../model/candidates.ts'
import {isLink, MOST_FILE_BYTES} from '../model/exclusion.ts'
import {listFiles} from '../read/list-files.ts'
import {readWholeRun} from '../read/read-whole-run.ts'
import {decodeText} from '../scan/scan-text.ts'
import {CheckBook, RUN_CHECKS} from './check-book.ts'
import {checkTruth, isDocument, isFailurePicture, journalIn, recordedOf} from './check-truth.ts'
import {checkEventCount} from './event-checks.ts'
import {MOST_READ_BYTES, type ReadFile, readBundleFile} from './read-bundle.ts'
import {checkJournal, checkStatus, checkTrace, type RecordFile} from './record-checks.ts'
import {checkRunLedger} from './run-ledger-checks.ts'
import {checkSignature, type SignatureRequirement} from './signature-checks.ts'
import {checkText} from './text-checks.ts'
import {checkTracePage} from './trace-page-checks.ts'
import {oddFault} from './tree-checks.ts'
import {verificationResult} from './verification-result.ts'

/** The run to verify. `isWorthReading`: false for files that affect nothing and are too expensive to digest. */
export interface RunToVerify extends SignatureRequirement {
  readonly workspace: string
  readonly runId: RunId
  readonly isWorthReading?: (file: FoundFile) => boolean
}

type Ports = ReadPorts & Pick<RunPorts, 'redactor'>

/**
 * Checks a run in its workspace: every file against its digest in the manifest, the trace from its steps, the journal's chain. Exit 1 with
 * findings. Throws `run_not_found`, `run_unreadable`, `run_live`.
 */
export async function checkRun(request: RunToVerify, ports: Ports, signal?: AbortSignal): Promise<RunsVerifyResult> {
  const {workspace} = request
  const run = endedRun(request, runFolder(workspace, request.runId), ports)
  const isGood = ({findings}: RunsVerifyResult) => findings.length === 0
  return await readWholeRun({workspace, run}, () => judgeRun(request, run, ports, signal), isGood, ports)
}

async function judgeRun(
  request: RunToVerify,
  view: RunView,
  ports: Ports,
  signal: AbortSignal | undefined,
): Promise<RunsVerifyResult> {
  const {runId, manifest} = view
  const folder = runFolder(request.workspace, runId)
  const book = new CheckBook(RUN_CHECKS)
  const {found, isWhole} = listFiles(folder, ports.files.reader)
  if (!isWhole) book.fail('regular-files', 'too_many_files', 'holds more files or levels than a run can')
  const {isWorthReading = () => true} = request
  // Files of bookkeeping are no evidence, and the owner of a run that has just ended may still be removing them.
  const good = checkKinds(found, book).filter((file) => !isBookkeeping(file.path) && isWorthReading(file))
  const {files, documents} = await readAll({folder, manifest}, good, ports, signal)
  checkArtifacts(
    manifest,
    found.filter((file) => file.facts.kind !== 'file' || isWorthReading(file)),
    files,
    book,
  )
  const records = {runId, files: documents, at: (path: string) => path}
  checkEnd(manifest, documents, book)
  checkStatus(manifest, records, book)
  checkTrace(manifest, records, book)
  checkTracePage(manifest, {read: (path) => documents.get(path)?.content, at: records.at}, book)
  checkJournal(manifest, records, book)
  checkEventCount(manifest, records, files, book)
  const run = recordedOf(manifest, view.manifestSha256, (path) => documents.get(path)?.content)
  const parent = (name: string) => parentIn(name, request.workspace, ports)
  await checkTruth({run, journal: journalIn(records), isMasked: () => false, parent}, records.at, book)
  checkRunLedger(request, view, ports, book)
  checkDocuments(manifest, documents, ports.redactor, book)
  const unsigned = {tree: {files: new Map(), contents: new Map()}, payload: [], run: manifest}
  const signature = checkSignature(unsigned, request, book)
  const complete = manifest.status !== 'running'
  return verificationResult(
    {path: `runs/${runId}`, runId, run: manifest, complete, files: files.values(), signed: signature},
    'run',
    book,
  )
}

function endedRun(request: {workspace: string; runId: RunId}, folder: string, ports: ReadPorts): RunView {
  const run = readRun({path: request.workspace}, request.runId, ports)
  if (run.kind === 'run') {
    if (run.lease === 'none' || run.lease === 'dead') return run
    throw new AssayError('run_live', `the run ${request.runId} is still being written`)
  }
  if (ports.files.reader.facts(folder) === undefined) {
    throw new AssayError('run_not_found', `there is no run ${request.runId} in the workspace`)
  }
  throw new AssayError('run_unreadable', `the run ${request.runId} cannot be verified: ${run.detail}`, {
    detail: {reason: run.reason},
  })
}

/** The run that another names, if it can be read; what cannot be is as good as not there. */
function parentIn(name: string, workspace: string, {files}: ReadPorts): RecordedRun | undefined {
  try {
    return isRunId(name) ? findRecorded(name, {workspace, cwd: workspace}, files.reader) : undefined
  } catch (error) {
    if (error instanceof AssayError) return undefined
    throw error
  }
}

/** Checks that Assay's own documents contain nothing that it would not write; files of others are judged when they are bundled. */
function checkDocuments(
  {artifacts}: RunManifest,
  documents: ReadonlyMap<string, RecordFile>,
  redactor: Redactor,
  book: CheckBook,
): void {
  const foreign = new Set(artifacts.flatMap(({path, origin}) => (origin === 'assay' ? [] : [path])))
  for (const [path, {content}] of documents) {
    const text = foreign.has(path) || content.length > MOST_FILE_BYTES ? undefined : decodeText(content)
    if (text !== undefined) checkText(path, text, redactor, book)
  }
  book.done('scan')
}

function checkKinds(found: readonly FoundFile[], book: CheckBook): FoundFile[] {
  const good: FoundFile[] = []
  for (const file of found) {
    if (file.facts.kind === 'directory') continue
    if (isLink(file.facts, file.path)) book.fail('regular-files', 'link', 'is a link or has a second name', file.path)
    else if (file.facts.kind === 'file') good.push(file)
    else {
      const {code, message} = oddFault(file.path)
      book.fail('regular-files', code, message, file.path)
    }
  }
  book.done('regular-files')
  return good
}

async function readAll(
  {folder, manifest}: {readonly folder: string; readonly manifest: RunManifest},
  good: readonly FoundFile[],
  ports: ReadPorts,
  signal: AbortSignal | undefined,
): Promise<{files: Map<string, ReadFile>; documents: Map<string, RecordFile>}> {
  const files = new Map<string, ReadFile>()
  const documents = new Map<string, RecordFile>()
  const sizes = new Map(manifest.artifacts.map(({path, size_bytes: size}) => [path, size]))
  for (const file of good) {
    if (signal?.aborted) throw new AssayError('interrupted', 'verifying was stopped', {cause: signal.reason})
    const told = sizes.get(file.path)
    const isPlausible = (size: number) => size <= MOST_READ_BYTES || size === told
    const how = {keep: isDocument(file.path) || isFailurePicture(file.path), isPlausible, signal}
    const {content, ...read} = await readBundleFile(folder, file, how, ports.files.reader)
    if (content) documents.set(file.path, {content, sha256: read.sha256, isMasked: false})
    files.set(file.path, read)
  }
  return {files, documents}
}

/** Checks in both directions that the manifest lists exactly the existing files. An interrupted run has no list. */
function checkArtifacts(
  manifest: RunManifest,
  found: readonly FoundFile[],
  files: ReadonlyMap<string, ReadFile>,
  book: CheckBook,
): void {
  for (const {path, record, isUncollected} of bundleCandidates(manifest, found)) {
    const file = files.get(path)
    if (isUncollected) book.fail('artifacts', 'file_added', 'is not in the run manifest', path)
    if (record === undefined) continue
    if (!file) book.fail('artifacts', 'file_missing', 'is in the run manifest and not there', path)
    else if (file.sha256 !== record.sha256 || file.sizeBytes !== record.size_bytes) {
      book.fail('artifact-digests', 'digest_mismatch', 'differs from its digest in the run manifest', path)
    }
  }
  book.done('artifacts')
  book.done('artifact-digests')
}

function checkEnd(manifest: RunManifest, documents: ReadonlyMap<string, RecordFile>, book: CheckBook): void {
  if (manifest.status === 'running') {
    book.fail('run-status', 'run_interrupted', 'the run was interrupted and never sealed', MANIFEST)
    return
  }
  const needed = [
    [JOURNAL, 'journal-chain'],
    [TRACE_JSON, 'workflow-trace'],
    [VERDICT, 'run-status'],
  ] as const
  for (const [path, check] of needed) {
    if (!documents.has(path)) book.fail(check, 'file_missing', 'is missing', path)
  }
}
