import {relative, resolve, sep} from 'node:path'
import {AssayError} from '#error/assay-error'
import {type CommandOutcome, FILE_VIEW, renderSafe} from '#library/render-safe'
import type {Redactor} from '#redact/redactor'
import type {Safe} from '#redact/safe'
import {githubAnnotations, githubIssues} from '#report/github-annotations'
import type {RunPorts} from '#run/ports'
import type {Hall} from './hall.ts'
import {outputLines, type PipelinePlace} from './pipeline-facts.ts'

/** GitHub refuses a summary of 1 MiB and shows nothing of it then. */
const MOST_BYTES = 1_000_000
const CUT = '\n\n*The rest did not fit into a step summary; it is in the report of the run.*\n'

type Ports = Pick<RunPorts, 'files' | 'redactor'>

/**
 * In a step of GitHub Actions: annotations on standard error, where they do not get between a JSON document and its reader, and the
 * Markdown report at the end of the step's summary; what later steps ask for among its outputs. A summary that cannot be written is said and changes nothing.
 */
export async function tellGithub(
  outcome: CommandOutcome,
  place: PipelinePlace,
  {env, output, cwd}: Hall,
  ports: Ports,
): Promise<void> {
  if (env['GITHUB_ACTIONS'] !== 'true') return
  const {redactor} = ports
  const outputs = env['GITHUB_OUTPUT']
  if (outputs)
    await appended(() => append(outputs, redactor.text(outputLines(outcome, place)), ports), 'outputs', output, ports)
  if (outcome.report.cases.length === 0) return
  const scope = redactor.document()
  const annotations = githubAnnotations(
    scope.value(outcome.report),
    (file) => seenFrom(env, resolve(cwd, file), file),
    (words) => scope.text(words),
  )
  const {err} = output
  if (annotations !== '') (err.command ?? err.write)(scope.swept(annotations))
  const path = env['GITHUB_STEP_SUMMARY']
  if (path === undefined || path === '') return
  await appended(() => appendSummary(path, outcome, ports), 'summary', output, ports)
}

/** What later steps ask for must have somewhere to go before the work begins. Throws `usage`. */
export async function openStepOutputs({env}: Hall, {files}: Pick<Ports, 'files'>): Promise<void> {
  const path = env['GITHUB_OUTPUT']
  if (env['GITHUB_ACTIONS'] !== 'true' || !path) return
  try {
    await (await files.writer.open(path, 'append')).close()
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    throw new AssayError('usage', `GITHUB_OUTPUT names no file that can be written: ${error.message}`, {
      hint: 'Run in a step of GitHub Actions, or with --no-github.',
      cause: error,
    })
  }
}

/** The places of a document that breaks its rules, as annotations of the file. */
export function tellGithubIssues(error: AssayError, {env, output, cwd}: Hall, redactor: Redactor): void {
  const {path} = error
  if (env['GITHUB_ACTIONS'] !== 'true' || path === undefined) return
  const scope = redactor.document()
  const lines = githubIssues(error, seenFrom(env, path, relative(cwd, path)), (words) => scope.text(words))
  if (lines !== '') (output.err.command ?? output.err.write)(scope.swept(lines))
}

/** A file as GitHub knows it: from the root of the checkout. `otherwise`: as seen from where the command runs. */
function seenFrom({GITHUB_WORKSPACE: root}: Hall['env'], path: string, otherwise: string): string {
  const seen = root ? relative(root, path) : otherwise
  return (seen.startsWith('..') ? otherwise : seen).replaceAll(sep, '/')
}

/** What a step is told beside the result changes nothing where it cannot be written. */
async function appended(
  write: () => Promise<void>,
  what: 'outputs' | 'summary',
  output: Hall['output'],
  {redactor}: Ports,
): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    output.err.write(redactor.text(`the step ${what} could not be written: ${error.message}\n`))
  }
}

async function append(path: string, text: Safe, {files}: Ports): Promise<void> {
  const file = await files.writer.open(path, 'append')
  try {
    await file.write(text)
  } finally {
    await file.close()
  }
}

async function appendSummary(path: string, outcome: CommandOutcome, {files, redactor}: Ports): Promise<void> {
  const text = await renderSafe('markdown', outcome, FILE_VIEW, redactor)
  const room = MOST_BYTES - (files.reader.facts(path)?.sizeBytes ?? 0)
  await append(path, redactor.text(fitting(text, room)), {files, redactor})
}

/** Whole lines of at most `room` bytes, and a word about what was cut. */
function fitting(text: string, room: number): string {
  if (Buffer.byteLength(text) <= room) return text
  const kept = Buffer.from(text).subarray(0, Math.max(0, room - Buffer.byteLength(CUT)))
  const end = kept.lastIndexOf('\n')
  return end < 0 ? '' : kept.subarray(0, end).toString() + CUT
}
