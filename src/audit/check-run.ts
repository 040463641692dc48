import type {Verdict} from '#contract/generated/types'
import type {Report} from '#report/report'
import {MANIFEST, REQUEST_INPUT, RESULT, VERDICT} from '#run/layout'
import type {RecordedRun} from '#run/read-recorded'
import {type Audit, AuditBook, type AuditSubject} from './audit.ts'
import {checkDocuments} from './check-documents.ts'
import {bareFault, checkItemSteps, checkWorks} from './check-item-steps.ts'
import {checkForeignReports, checkNames} from './check-manifest.ts'
import {checkEnds, checkItemReport, checkReports} from './check-reports.ts'
import {StepsOfRun} from './check-steps.ts'
import {checkTold, checkVerdict, verdictIn} from './check-verdict.ts'
import type {DrawnDrills} from './drawn-drills.ts'
import {type ItemReports, itemsOf, PLAN} from './expect-job.ts'
import {type Expectation, isExpectation, type NoExpectation} from './expectation.ts'
import {formerItems, formerReports} from './former-jobs.ts'
import {nestedPath, nestedRun} from './nested-run.ts'
import {readJson} from './recorded-facts.ts'
import {firstDifference} from './same-document.ts'

/**
 * Checks whether a run agrees with its own numbers: the verdict follows from its rules, the rules from rows, the rows from the raw results
 * if the run stores them, and every report agrees. What could not be computed again is noted, not failed.
 */
export async function auditRun(subject: AuditSubject): Promise<Audit> {
  const book = new AuditBook()
  const {run} = subject
  checkNames(run.manifest, book)
  checkForeignReports(run.manifest, book)
  const verdict = verdictIn(run)
  if (verdict === undefined) {
    book.limit('verdict', 'there is no verdict')
    return book
  }
  checkVerdict(verdict, {path: VERDICT, findings: run.manifest.issues}, book)
  checkTold(subject, verdict, book)
  const steps = new StepsOfRun(run, book)
  steps.checkJournal(subject.journal)
  steps.checkVerdict(verdict)
  if (run.manifest.kind !== 'job') await checkWorks(run, {steps})
  const items = run.manifest.kind === 'job' ? await checkItems(subject, book) : NO_ITEMS
  const found = await expectationOf({subject, items}, run.manifest.kind, verdict, book)
  if (isExpectation(found)) await compare({subject, items}, found, book)
  else await doubtRun(subject, verdict, {found, book})
  return book
}

/**
 * Checks a run that cannot be computed again: reports that follow from its records are drawn again; for all others only the end that they
 * state is compared.
 */
async function doubtRun(
  subject: AuditSubject,
  verdict: Verdict,
  {found, book}: {readonly found: NoExpectation; readonly book: AuditBook},
): Promise<void> {
  const drawn = await drawnAgain(subject, subject.run.manifest.kind, verdict)
  doubt(found, book)
  if (drawn === undefined) {
    book.limit('reports', ONLY_ENDS)
    checkEnds(subject, verdict, book)
    return
  }
  await checkReports(subject, {...drawn, result: readJson(subject.run.text(RESULT)), unknown: []}, book)
}

async function drawnAgain(subject: AuditSubject, kind: string, verdict: Verdict): Promise<DrawnDrills | undefined> {
  return kind === 'drill' ? (await import('./drawn-drills.ts')).drawnDrills(subject, verdict) : undefined
}

const ONLY_ENDS = 'only the end that they tell was compared'

async function expectationOf(
  {subject, items}: Audited,
  kind: string,
  verdict: Verdict,
  book: AuditBook,
): Promise<Expectation | NoExpectation> {
  const none = (why: string, isFault = false): NoExpectation => ({why, path: VERDICT, isFault})
  if (subject.cannot !== undefined) return none(subject.cannot)
  // Work that threw judged nothing, so it cannot have passed.
  if (verdict.basis === 'none')
    return none('it ended without rules', verdict.exit.code === 0 && isJudged(kind, subject.run))
  switch (kind) {
    case 'eval':
      return await expectEvaluation(subject)
    case 'benchmark':
      return (await import('./expect-benchmark.ts')).expectBenchmark(subject, book)
    case 'job':
      return (await import('./expect-job.ts')).expectJob(subject, items.reports, book)
    default:
      return none(
        (await isJudgedAgain(subject, verdict, {kind, book}))
          ? 'what was seen cannot be measured again; the verdict was judged again from the record of each'
          : 'a run of this kind cannot be computed again',
      )
  }
}

/** Checks runs whose observations cannot be repeated by their records. True if the run is of such a kind. */
async function isJudgedAgain(
  {run, journal}: AuditSubject,
  verdict: Verdict,
  {kind, book}: {readonly kind: string; readonly book: AuditBook},
): Promise<boolean> {
  const [{checkRecords}, {checkUpgrade}] = await Promise.all([
    import('./check-records.ts'),
    import('./check-upgrade.ts'),
  ])
  const isItem = run.manifest.kind !== kind
  return checkUpgrade(run, {verdict, journal, isItem}, book) || checkRecords(run, {verdict, journal}, book)
}

/** The run that is audited, with the outcome of its items. */
interface Audited {
  readonly subject: AuditSubject
  readonly items: AuditedItems
}

interface AuditedItems {
  readonly reports: ItemReports
  /** Reports as earlier versions drew them, one map per version; empty if no item's report has another form. */
  readonly formers: readonly ItemReports[]
  /** Items that measured but could not be computed again. */
  readonly unknown: readonly string[]
}

const NO_ITEMS: AuditedItems = {reports: new Map(), formers: [], unknown: []}

async function expectEvaluation(subject: AuditSubject): Promise<Expectation | NoExpectation> {
  const [{expectEval}, {loadTrialCounts}] = await Promise.all([
    import('./expect-eval.ts'),
    import('#eval/catalogue/load-suite'),
  ])
  return expectEval(subject, await loadTrialCounts())
}

/** Whether work of this kind, stored in today's form, ends with rules unless it threw. */
function isJudged(kind: string, {text}: RecordedRun): boolean {
  if (kind === 'job') return text(PLAN) !== undefined
  return ['eval', 'benchmark', 'drill'].includes(kind) && text(REQUEST_INPUT) !== undefined
}

function doubt({why, path, isFault}: NoExpectation, book: AuditBook): void {
  if (isFault) book.fail('results', 'results_missing', why, path)
  else book.limit('results', `not computed again: ${why}`)
}

async function compare(
  {subject, items}: Audited,
  {outcome, documents, digests, asked = {}}: Expectation,
  book: AuditBook,
): Promise<void> {
  const {run} = subject
  const fail = (path: string, message: string) => book.fail('results', 'result_contradiction', message, path)
  checkDocuments(run, {outcome, documents}, fail)
  const {manifest} = run
  if (firstDifference(manifest.result_summary, outcome.resultSummary) !== undefined)
    fail(MANIFEST, '/result_summary is not what the results give')
  if (manifest.outcome?.reason_code !== outcome.reasonCode) fail(MANIFEST, '/outcome/reason_code does not follow')
  for (const [name, made] of Object.entries(asked)) {
    const told = new Map<string, unknown>(Object.entries(manifest)).get(name)
    if (firstDifference(told, made) !== undefined) fail(MANIFEST, `/${name} is not what was asked for`)
  }
  const isAskedMasked = manifest.artifacts.some(({path}) => ASKED.test(path) && subject.isMasked(path))
  for (const name of ['input_digest', 'gate_digest'] as const) {
    const made = digests[name]
    if (made !== undefined && !isAskedMasked && manifest[name] !== made)
      fail(MANIFEST, `/${name} is not that of what was asked for`)
  }
  const formers = formerReports(subject, items.formers)
  await checkReports(subject, {outcome, result: readJson(run.text(RESULT)), unknown: items.unknown, formers}, book)
}

/** Files that contain what was asked for: inputs, the plan of a job, and the result, which repeats it. */
const ASKED = /^(?:inputs\/|plan\.json$|results\/result\.json$)/

/** Checks the items of a job, which are trials of their own: each is judged like a run. */
async function checkItems(subject: AuditSubject, book: AuditBook): Promise<AuditedItems> {
  const reports = new Map<string, Report>()
  const drawn = new Map<string, readonly Report[]>()
  const unknown: string[] = []
  const steps = new StepsOfRun(subject.run, book)
  for (const {item, folder} of itemsOf(subject.run)) {
    const own = {...subject, run: nestedRun(subject.run, folder)}
    const verdict = verdictIn(own.run)
    const path = nestedPath(folder, VERDICT)
    if (verdict === undefined) {
      book.fail('verdict', 'schema_invalid', 'is no verdict', path)
      continue
    }
    checkVerdict(verdict, {path, findings: own.run.manifest.issues}, book)
    const {use} = item.unit
    await checkItemSteps(own.run, verdict, {steps, item})
    const fault = verdict.basis === 'none' ? await bareFault(subject, own.run, {verdict, item}) : undefined
    if (fault !== undefined) book.fail('results', 'result_contradiction', fault, path)
    const told = await toldItem(own, use, verdict, {folder, book})
    if (told === undefined) {
      book.limit('reports', 'not of every item')
      if (verdict.basis !== 'none') unknown.push(item.item_id)
      continue
    }
    reports.set(item.item_id, told.outcome.report)
    drawn.set(item.item_id, told.formers)
    checkItemReport(subject, {path: `${folder}/report.md`, command: use, ...told}, book)
  }
  return {reports, formers: formerItems(reports, drawn), unknown}
}

/** What the report of an item must show, from its measurement or else from its records. Undefined if neither allows it. */
async function toldItem(
  own: AuditSubject,
  use: string,
  verdict: Verdict,
  {folder, book}: {readonly folder: string; readonly book: AuditBook},
): Promise<DrawnDrills | undefined> {
  const found = await expectItem(own, use, verdict, {folder, book})
  if (!isExpectation(found)) {
    doubt({...found, path: nestedPath(folder, found.path)}, book)
    return await drawnAgain(own, use, verdict)
  }
  checkDocuments(own.run, found, (at, message) =>
    book.fail('results', 'result_contradiction', message, nestedPath(folder, at)),
  )
  return {outcome: found.outcome, formers: []}
}

async function expectItem(
  subject: AuditSubject,
  use: string,
  verdict: Verdict,
  {folder, book}: {readonly folder: string; readonly book: AuditBook},
): Promise<Expectation | NoExpectation> {
  const inner = new AuditBook()
  const found = await expectationOf({subject, items: NO_ITEMS}, use, verdict, inner)
  for (const {check, code, message, path} of inner.findings) book.fail(check, code, message, nestedPath(folder, path))
  for (const [check, why] of inner.limits) book.limit(check, why)
  return found
}
