import type {AuditSubject} from '#audit/audit'
import {auditRun} from '#audit/check-run'
import type {JournalRecord, RunManifest} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {readJournal} from '#run/journal'
import {JOURNAL} from '#run/layout'
import {type RecordedRun, recordedRun} from '#run/read-recorded'
import type {CheckBook} from './check-book.ts'
import {checkForms} from './form-checks.ts'
import type {RunRecords} from './record-checks.ts'

const CHECKS = ['verdict', 'results', 'reports'] as const

/** Whether a file may be needed to compute the verdict, or states it. All other files of a run are only digested. */
export function isDocument(path: string): boolean {
  if (/^(?:inputs|results|reports)\//.test(path) || !path.includes('/')) return true
  return /^items\/[^/]+\/(?:(?:inputs|results|reports)\/.*|[^/]+)$/.test(path)
}

/** Whether a file is a picture that is drawn from the measurement; a bundle may lack it. */
export function isFailurePicture(path: string): boolean {
  return /^(?:items\/[^/]+\/)?artifacts\/failures\/\d+\.png$/.test(path)
}

/** A run whose files are in memory, as they were when digested. */
export function recordedOf(
  manifest: RunManifest,
  manifestSha256: RecordedRun['manifestSha256'],
  read: (path: string) => Uint8Array | undefined,
): RecordedRun {
  return recordedRun({manifest, manifestSha256, damaged: []}, read)
}

/** The records of the journal; empty if it was masked while it was copied, because its lines are then not the chained ones. */
export function journalIn({runId, files}: RunRecords): readonly JournalRecord[] {
  const file = files.get(JOURNAL)
  return file && !file.isMasked ? readJournal(file.content, runId).records : []
}

/** Checks whether the documents of a run agree with its own numbers; `at` turns a path of the run into the path to show. */
export async function checkTruth(subject: AuditSubject, at: (path: string) => string, book: CheckBook): Promise<void> {
  const {manifest} = subject.run
  if (manifest.status === 'running') {
    for (const check of CHECKS) book.done(check, 'the run has not ended')
    return
  }
  checkForms(manifest, (path) => subject.run.bytes(path), at, book)
  try {
    const {findings, limits} = await auditRun(subject)
    for (const {check, code, message, path} of findings) book.fail(check, code, message, at(path))
    for (const check of CHECKS) book.done(check, limits.get(check))
  } catch (error) {
    // A document that breaks the assumptions of the computation cannot be trusted.
    if (!(error instanceof AssayError) && !(error instanceof TypeError) && !(error instanceof RangeError)) throw error
    book.fail('results', 'not_computable', 'holds values that nothing can be computed from', at('results'))
    for (const check of CHECKS) book.done(check)
  }
}
