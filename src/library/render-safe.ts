import type {AssayError} from '#error/assay-error'
import type {Redactor} from '#redact/redactor'
import type {Safe} from '#redact/safe'
import {redactStyled} from '#redact/styled'
import type {RenderView, ResultDocument} from '#report/renderer'
import {FORMATS, type FormatName} from '#report/renderers'
import type {Report} from '#report/report'

/** What a command has to say: the result document of its schema, and the same as a Report. */
export interface CommandOutcome<Result extends ResultDocument = ResultDocument> {
  readonly result: Result
  readonly report: Report
  /** What `--format human` prints instead of the Report, for output that another program reads. */
  readonly plain?: string
  /** What the caller's profile asks for; `--format` wins. */
  readonly format?: FormatName | undefined
  /** What went wrong once all of this stood, such as a bundle that was not made. */
  readonly fault?: AssayError | undefined
}

/** How a file is written: no colour, no width. */
export const FILE_VIEW: RenderView = {colour: false, width: Number.POSITIVE_INFINITY}

/**
 * One rendering of an outcome that may leave the process. Values are redacted before they are rendered, so that escaping
 * hides nothing from the rules, and the finished text once more.
 */
export async function renderSafe(
  format: FormatName,
  outcome: CommandOutcome,
  view: RenderView,
  redactor: Redactor,
): Promise<Safe> {
  if (format === 'json') return redactor.json(outcome.result)
  const scope = redactor.document()
  // Renderers read no more of the result than this, and redacting a large one twice is what starts would wait for.
  const {schema_version, command, exit} = outcome.result
  const {report, result} = scope.value({report: outcome.report, result: {schema_version, command, exit}})
  const render = await FORMATS[format].load()
  const text = render(report, result, view)
  return view.colour ? redactStyled(text, scope) : scope.text(text)
}
