import {withSharesOfAnswered} from '#benchmark/report/plots'
import type {WorkflowTrace} from '#contract/generated/types'
import {FAILED_TRIALS, formerRefusal, REFUSALS} from '#eval/report/failures'
import {withFormerWords, withoutPlainWords} from '#eval/report/plain-words'
import {DECIDE, OPEN_RULES} from '#eval/report/suggested-commands'
import {renderMarkdown} from '#report/markdown'
import {FORMATS, type FormatName, formatNames} from '#report/renderers'
import type {Report} from '#report/report'
import {REPORT_FILES, RUN_VIEW, TRACE_JSON} from '#run/layout'
import {withPage} from '#run/page-part'
import {withProvenance} from '#run/provenance'
import type {RunOutcome} from '#run/run-recorder'
import type {AuditBook, AuditSubject} from './audit.ts'
import {readJson} from './recorded-facts.ts'
import {firstDifference, isSameText, maskedAgain} from './same-document.ts'
import {isSameJunit} from './same-junit.ts'
import {isSamePage} from './same-page.ts'
import {isEndOfMarkdown, isEndOfPage, isEndOfText} from './told-end.ts'
import {isEndOfJunit} from './told-junit.ts'

/** The outcome that reports must show. `result` is the recorded result; `unknown` are the items whose measurement could not be computed again. */
interface ToldOutcome {
  readonly outcome: RunOutcome
  readonly result: unknown
  readonly unknown: readonly string[]
  /** The reports as earlier versions drew them. */
  readonly formers?: readonly Report[]
}

/** Draws every report of a run again and compares it. */
export async function checkReports(
  {run}: AuditSubject,
  {outcome, result, unknown, formers = []}: ToldOutcome,
  book: AuditBook,
): Promise<void> {
  const {manifest} = run
  const head = {schema_version: 1, command: manifest.command, run_id: manifest.run_id, exit: outcome.verdict.exit}
  const trace = readJson(run.text(TRACE_JSON)) as WorkflowTrace | undefined
  const reports = [outcome.report, ...formers].flatMap((drawn) => {
    const found = withFindings(drawn, outcome, manifest.issues)
    return withFormer(withPage(withProvenance(found, manifest.provenance), {manifest, steps: trace?.steps ?? []}))
  })
  const document = {...head, verdict: outcome.verdict, result}
  for (const format of formatNames()) {
    const told = run.text(REPORT_FILES[format])
    if (told === undefined) continue
    const render = await FORMATS[format].load()
    const isTold = (one: Report) => {
      if (format === 'html') return isSamePage(told, {report: one, document, unknown})
      if (format === 'junit') return isSameJunit(told, {report: one, document, unknown})
      return isSameText(told, render(one, document, RUN_VIEW))
    }
    // Values are masked before they are drawn: a secret that spans several lines joined into one may be unrecognisable afterwards.
    if (!reports.some(isTold) && !reports.some((one) => isTold(maskedAgain(one)))) fail(book, format)
  }
}

/**
 * The report, and its forms of earlier versions: headlines without providers, failed rules without plain words, no advice on open rules, or
 * no remark on what failed trials showed first.
 */
function withFormer(report: Report): readonly Report[] {
  const title = report.title.replace(/^(Evaluation|Benchmark)(.*?) of [^:]+/, '$1$2')
  const unseen = report.remarks.filter((text) => !text.startsWith(FAILED_TRIALS))
  const remarks = unseen.filter((text) => !text.startsWith(OPEN_RULES))
  const shorter = report.ending && {
    ending: {...report.ending, next: report.ending.next.filter(({label}) => label !== DECIDE)},
  }
  const cases = report.cases.map(withoutPlainWords)
  const reworded = report.cases.map(withFormerWords)
  const unadvised = report.remarks.filter((text) => !REFUSALS.some((name) => text.startsWith(name)))
  const unquoted = report.remarks.map(formerRefusal)
  const plots = report.plots && withSharesOfAnswered(report.plots)
  const formers: readonly Partial<Report>[] = [
    ...(plots?.some((one, at) => firstDifference(one, report.plots?.[at]) !== undefined) ? [{plots}] : []),
    ...(unquoted.some((text, at) => text !== report.remarks[at]) ? [{remarks: unquoted}] : []),
    ...(unadvised.length < report.remarks.length ? [{remarks: unadvised}] : []),
    ...(reworded.some((one, at) => one !== report.cases[at]) ? [{cases: reworded}] : []),
    ...(unseen.length < report.remarks.length ? [{remarks: unseen}] : []),
    ...(remarks.length < unseen.length ? [{remarks, ...shorter}] : []),
    ...(cases.some((one, at) => one !== report.cases[at]) ? [{cases}] : []),
    ...(title === report.title ? [] : [{title}]),
  ]
  return formers.reduce((all, former) => all.flatMap((one) => [one, {...one, ...former}]), [report])
}

function fail(book: AuditBook, format: FormatName): void {
  book.fail('reports', 'report_contradiction', 'does not say what the run came to', REPORT_FILES[format])
}

/** The report with all findings among its remarks, including those that were recorded beside the outcome. */
function withFindings(
  report: Report,
  {findings = []}: RunOutcome,
  issues: AuditSubject['run']['manifest']['issues'],
): Report {
  const known = new Set(findings.map(({code, message}) => `${code}: ${message}`))
  const told = issues.filter(({code, message}) => AFTERWARDS.has(code) === false && !known.has(`${code}: ${message}`))
  return {...report, remarks: [...report.remarks, ...told.map(({code, message}) => `${code}: ${message}`)]}
}

/** Findings that are known only after the reports are written. */
const AFTERWARDS: ReadonlySet<string> = new Set(['file_not_listed', 'sealed_after_crash'])

/** Checks the report of an item of a job. */
export function checkItemReport(
  {run}: AuditSubject,
  item: {
    readonly path: string
    readonly command: string
    readonly outcome: RunOutcome
    readonly formers?: readonly Report[]
  },
  book: AuditBook,
): void {
  const told = run.text(item.path)
  if (told === undefined) return
  const {verdict, report} = item.outcome
  const head = {schema_version: 1, command: item.command, exit: verdict.exit}
  const isTold = (one: Report) => isSameText(told, renderMarkdown(one, head, RUN_VIEW))
  const reports = [report, ...(item.formers ?? [])].flatMap(withFormer)
  if (!reports.some(isTold) && !reports.some((one) => isTold(maskedAgain(one))))
    book.fail('reports', 'report_contradiction', 'does not say what the item came to', item.path)
}

/** How each format states the end; CSV and JSON are compared with verdict and result elsewhere. */
const ENDS = [
  ['human', isEndOfText],
  ['markdown', isEndOfMarkdown],
  ['html', isEndOfPage],
  ['junit', isEndOfJunit],
] as const

/** Checks a run whose reports cannot be rendered again: each must have the form that Assay writes, and state the end of the verdict once, in its place. */
export function checkEnds({run}: AuditSubject, verdict: RunOutcome['verdict'], book: AuditBook): void {
  for (const [format, isTold] of ENDS) {
    const told = run.text(REPORT_FILES[format])
    if (told !== undefined && !isTold(told, verdict)) fail(book, format)
  }
}
