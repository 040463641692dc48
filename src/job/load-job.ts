import {job as jobContract} from '#contract/generated/job'
import type {Job} from '#contract/generated/types'
import {isRecord} from '#contract/is-record'
import {parse} from '#contract/parse'
import type {CallerDocument} from '#document/document'
import {type DraftIssue, placeIssues, schemaIssues} from '#document/document-issues'
import type {DocumentPorts} from '#document/document-ports'
import {documentRefusal} from '#document/document-refusal'
import {loadDocument} from '#document/load-document'
import type {AssayError} from '#error/assay-error'
import {secretIssues} from '#profile/profile-rules'
import {graphOf, soundSteps} from './check-graph.ts'

const MOST_JOB_BYTES = 1024 * 1024

export interface LoadedJob {
  readonly job: Job
  readonly document: CallerDocument
}

/**
 * Reads and checks a job file. A secret in it would reach argument vectors and plans, so it is refused; paths of this host are
 * masked like everywhere. Throws `job_invalid` with every issue by pointer, line and column, `schema_too_new`, or what
 * `loadDocument` throws.
 */
export async function loadJob(path: string, name: string, ports: DocumentPorts): Promise<LoadedJob> {
  const document = await readJobDocument(path, name, ports)
  if (isNewer(document.value)) parse(jobContract, document.value)
  const faults = schemaIssues(jobContract, document.value)
  const secrets = secretIssues(document.value, ports.redactor).filter(({rule}) => rule !== 'host_path')
  const issues = [...secrets, ...faults, ...graphOf(document.value, soundSteps(document.value, faults))]
  if (issues.length > 0) throw jobInvalid(document, issues, ports)
  return {job: document.value as Job, document}
}

/** The file as it is written, not yet held against the rules of jobs. Throws what `loadDocument` throws. */
export async function readJobDocument(
  path: string,
  name: string,
  {reader}: Pick<DocumentPorts, 'reader'>,
): Promise<CallerDocument> {
  return await loadDocument({path, name, limitBytes: MOST_JOB_BYTES}, reader)
}

function isNewer(value: unknown): boolean {
  const version = isRecord(value) ? value['schema_version'] : undefined
  return typeof version === 'number' && Number.isInteger(version) && version > 1
}

/** Every issue with its place in the file. A key that may be a secret is named by its position only. */
export function jobInvalid(
  document: CallerDocument,
  drafts: readonly DraftIssue[],
  {redactor}: Pick<DocumentPorts, 'redactor'>,
): AssayError {
  const issues = placeIssues(drafts, document, (key) => redactor.find(key).length === 0)
  return documentRefusal(
    document,
    {code: 'job_invalid', what: 'is no valid job', detail: {file: document.name}},
    issues,
  )
}
