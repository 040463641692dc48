import {firstDifference} from '#audit/same-document'
import type {JournalRecord, RunManifest} from '#contract/generated/types'
import {verdict as verdictContract} from '#contract/generated/verdict'
import type {RunId} from '#contract/ids'
import {parse} from '#contract/parse'
import {AssayError} from '#error/assay-error'
import {readJournal} from '#run/journal'
import {JOURNAL, MANIFEST, TRACE_JSON, VERDICT} from '#run/layout'
import {parseManifest} from '#run/manifest'
import {traceAgrees} from '#run/status'
import {parseTrace} from '#trace/check-trace'
import {decodeText} from '../scan/scan-text.ts'
import type {CheckBook, CheckName} from './check-book.ts'
import {readStrictJson} from './strict-json.ts'

/** One document of a run as it was read, with its digest. */
export interface RecordFile {
  readonly content: Uint8Array
  readonly sha256: string
  readonly isMasked: boolean
}

/** The documents that must agree with each other; `at` turns a path of the run into the path to show. */
export interface RunRecords {
  readonly runId: RunId
  readonly files: ReadonlyMap<string, RecordFile>
  readonly at: (path: string) => string
}

/** The run manifest, if it can be trusted. An old reader cannot judge newer schemas. */
export function checkManifest(records: RunRecords, book: CheckBook): RunManifest | undefined {
  const path = records.at(MANIFEST)
  const fail = (code: string, message: string) => void book.fail('run-status', code, message, path)
  const value = readDocument(records, MANIFEST, 'run-status', book)
  if (value === undefined) return undefined
  try {
    const manifest = parseManifest(value)
    if (manifest.run_id !== records.runId) fail('run_id_mismatch', 'belongs to another run')
    return manifest
  } catch (error) {
    return void failWith(error, 'run-status', path, book)
  }
}

/** Checks that status, outcome and verdict agree. The manifest's own rules were checked when it was parsed. */
export function checkStatus(manifest: RunManifest, records: RunRecords, book: CheckBook): void {
  if (records.files.has(VERDICT)) checkVerdict(manifest, records, book)
  book.done('run-status')
}

function checkVerdict({outcome}: RunManifest, records: RunRecords, book: CheckBook): void {
  const fail = (code: string, message: string) => void book.fail('run-status', code, message, records.at(VERDICT))
  const value = readDocument(records, VERDICT, 'run-status', book)
  if (value === undefined) return
  try {
    const {state, exit} = parse(verdictContract, value)
    // A run that crashed after its verdict was written has no outcome yet.
    if (outcome === null) return
    if (state !== outcome.verdict) fail('verdict_contradiction', 'tells another verdict than the run manifest')
    if (exit.code !== outcome.exit_code) fail('verdict_contradiction', 'tells another exit than the run manifest')
  } catch (error) {
    failWith(error, 'run-status', records.at(VERDICT), book)
  }
}

/** Computes the trace again from its steps and compares it with the manifest. */
export function checkTrace(manifest: RunManifest, records: RunRecords, book: CheckBook): void {
  const file = records.files.get(TRACE_JSON)
  if (file) judgeTrace(manifest, file, records, book)
  book.done('workflow-trace', file ? undefined : 'there is no trace')
}

function judgeTrace(manifest: RunManifest, file: RecordFile, records: RunRecords, book: CheckBook): void {
  const path = records.at(TRACE_JSON)
  const fail = (code: string, message: string) => book.fail('workflow-trace', code, message, path)
  const value = readDocument(records, TRACE_JSON, 'workflow-trace', book)
  if (value === undefined) return
  try {
    const trace = parseTrace(value)
    const {workflow_trace: seal, status} = manifest
    if (trace.run_id !== undefined && trace.run_id !== records.runId) fail('run_id_mismatch', 'belongs to another run')
    if (seal && seal.sha256 !== file.sha256) fail('digest_mismatch', 'differs from the digest in the run manifest')
    if (seal && seal.status !== trace.status)
      fail('trace_contradiction', 'has another status than the run manifest tells')
    if (!traceAgrees(status, trace)) fail('trace_contradiction', 'does not bear out the status of the run')
  } catch (error) {
    failWith(error, 'workflow-trace', path, book)
  }
}

/** Checks the chain of records from the run id to the seal in the manifest, and the last record. */
export function checkJournal(manifest: RunManifest, records: RunRecords, book: CheckBook): void {
  const file = records.files.get(JOURNAL)
  if (!file) book.done('journal-chain', 'there is no journal')
  else if (file.isMasked) book.done('journal-chain', 'masked while copying, so its chain cannot be checked')
  else {
    judgeJournal(manifest, file, records, book)
    book.done('journal-chain')
  }
}

function judgeJournal(manifest: RunManifest, file: RecordFile, records: RunRecords, book: CheckBook): void {
  const path = records.at(JOURNAL)
  const fail = (message: string, code = 'journal_broken') => book.fail('journal-chain', code, message, path)
  const journal = readJournal(file.content, records.runId)
  if (journal.brokenAt !== undefined) fail(`breaks at record ${journal.brokenAt}`)
  else if (journal.records.length === 0) fail('holds no record')
  if (manifest.status === 'running') return
  const {journal: seal} = manifest
  if (journal.torn) fail('ends in a torn line')
  if (seal === null) fail('is not sealed by the run manifest')
  else if (seal.sha256 !== file.sha256) fail('differs from the digest in the run manifest', 'digest_mismatch')
  else if (seal.head !== journal.head || seal.records !== journal.records.length) fail('does not end at its seal')
  const last = journal.records.at(-1)
  if (last?.type !== 'run.finished') fail('does not end with the end of the run')
  else if (lastWord(last.data) !== lastWord(manifest)) {
    fail('tells another end than the run manifest', 'status_contradiction')
  }
  const begun = journal.records[0]
  const of = [...contradictions(begun, BEGUN, manifest), ...contradictions(last, ENDED, manifest)]
  if (of.length > 0) fail(`tells another ${of.join(', ')} than the run manifest`, 'journal_contradiction')
}

const BEGUN = {type: 'run.created', names: ['run_id', 'kind', 'command'], later: []} as const
const ENDED = {
  type: 'run.finished',
  names: ['ended_at', 'duration_ms', 'counts', 'result_digest', 'event_count', 'result_summary'],
  later: ['runtimes', 'runtime_manifest_id'],
} as const

/**
 * Members of a record that differ from the manifest. Every version wrote `names`; those in `later` were added by newer versions and are
 * checked if present.
 */
function contradictions(
  record: JournalRecord | undefined,
  {type, names, later}: typeof BEGUN | typeof ENDED,
  manifest: RunManifest,
): string[] {
  if (record?.type !== type) return []
  const told = new Map<string, unknown>(Object.entries(record.data))
  const known = [...names, ...later.filter((name) => told.has(name))]
  return known.filter(
    (name) => !told.has(name) || firstDifference(told.get(name), manifest[name] ?? null) !== undefined,
  )
}

/**
 * A canonical text of how a run ended. An outcome has plain members only; a journal in which one is an object, or a number such as `1e999`
 * that reads as infinite, states something that no manifest does.
 */
function lastWord(of: {readonly status?: unknown; readonly outcome?: unknown}): string {
  const {status = null, outcome = null} = of
  const members = Object.entries(outcome ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([plain(status), typeof outcome, members.map(([name, value]) => [name, plain(value)])])
}

function plain(value: unknown): unknown {
  return (typeof value === 'object' && value !== null) || value === Number.POSITIVE_INFINITY ? 'not plain' : value
}

function readDocument(records: RunRecords, path: string, check: CheckName, book: CheckBook): unknown {
  const file = records.files.get(path)
  const text = file && decodeText(file.content)
  if (text === undefined)
    return void book.fail(
      check,
      file ? 'encoding' : 'file_missing',
      file ? 'is not UTF-8 text' : 'is missing',
      records.at(path),
    )
  const json = readStrictJson(text)
  if (json === undefined) book.fail(check, 'json_form', 'is not JSON in the exact form Assay writes', records.at(path))
  return json?.value
}

/** Turns the issues of a document into findings by pointer; an error that is no judgement about a document is thrown. */
function failWith(error: unknown, check: CheckName, path: string, book: CheckBook): void {
  if (!(error instanceof AssayError)) throw error
  if (error.code === 'schema_too_new') book.newer(check, error, path)
  else if (error.issues.length === 0) book.fail(check, error.code, error.message, path)
  for (const {pointer, message} of error.issues) book.fail(check, error.code, `${pointer || '/'} ${message}`, path)
}
