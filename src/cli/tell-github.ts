import {AssayError} from '#error/assay-error'
import {type CommandOutcome, FILE_VIEW, renderSafe} from '#library/render-safe'
import type {Files} from '#path/files'
import type {Redactor} from '#redact/redactor'
import {githubAnnotations} from '#report/github-annotations'
import type {Hall} from './hall.ts'

/** GitHub refuses a summary of 1 MiB and shows nothing of it then. */
const MOST_BYTES = 1_000_000
const CUT = '\n\n*The rest did not fit into a step summary; it is in the report of the run.*\n'

export interface TellGithubPorts {
  readonly files: Files
  readonly redactor: Redactor
}

/**
 * In a step of GitHub Actions: annotations on standard error, where they do not get between a JSON document and its reader, and the
 * Markdown report at the end of the step's summary. A summary that cannot be written is said and changes nothing.
 */
export async function tellGithub(outcome: CommandOutcome, {env, output}: Hall, ports: TellGithubPorts): Promise<void> {
  if (env['GITHUB_ACTIONS'] !== 'true' || outcome.report.cases.length === 0) return
  const {redactor} = ports
  const annotations = githubAnnotations(redactor.document().value(outcome.report))
  const {err} = output
  if (annotations !== '') (err.command ?? err.write)(redactor.text(annotations))
  const path = env['GITHUB_STEP_SUMMARY']
  if (path === undefined || path === '') return
  try {
    await appendSummary(path, outcome, ports)
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    output.err.write(redactor.text(`the step summary could not be written: ${error.message}\n`))
  }
}

async function appendSummary(path: string, outcome: CommandOutcome, {files, redactor}: TellGithubPorts): Promise<void> {
  const text = await renderSafe('markdown', outcome, FILE_VIEW, redactor)
  const room = MOST_BYTES - (files.reader.facts(path)?.sizeBytes ?? 0)
  const file = await files.writer.open(path, 'append')
  try {
    await file.write(redactor.text(fitting(text, room)))
  } finally {
    await file.close()
  }
}

/** Whole lines of at most `room` bytes, and a word about what was cut. */
function fitting(text: string, room: number): string {
  if (Buffer.byteLength(text) <= room) return text
  const kept = Buffer.from(text).subarray(0, Math.max(0, room - Buffer.byteLength(CUT)))
  const end = kept.lastIndexOf('\n')
  return end < 0 ? '' : kept.subarray(0, end).toString() + CUT
}
