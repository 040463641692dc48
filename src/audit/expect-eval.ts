import type {EvalFailure} from '#contract/generated/types'
import {digestOf} from '#digest/canonical-json'
import {AssayError} from '#error/assay-error'
import type {TrialCounts} from '#eval/catalogue/load-suite'
import {inputDigestOf, measuredInput} from '#eval/judge/eval-digest'
import {CELLS, FAILURES, GALLERY, SUITE_INPUT} from '#eval/model/eval-files'
import {describeEvaluation} from '#eval/plan/describe-evaluation'
import {recordedWork} from '#eval/plan/plan-recompute'
import {evalGateDocument} from '#eval/plan/recorded-inputs'
import {recordedEvaluation, recordedMeasurement} from '#eval/recorded/recorded-side'
import {recordedRequest} from '#eval/recorded/recorded-suites'
import {evalOutcome} from '#eval/report/eval-outcome'
import {collectFailures} from '#eval/report/failures'
import {figuresBySuite} from '#eval/report/figures-by-suite'
import {galleryText, separateStrips} from '#eval/report/gallery'
import {formerPromise} from '#eval/report/plain-words'
import {carriedFlags} from '#eval/report/suggested-commands'
import {GATE_INPUT, REPORT_FILES, REQUEST_INPUT, VERDICT} from '#run/layout'
import type {RecordedRun} from '#run/read-recorded'
import type {AuditSubject} from './audit.ts'
import {baselineIn} from './baseline-in.ts'
import {verdictIn} from './check-verdict.ts'
import {type Expectation, KEPT_TOO_LITTLE, type NoExpectation} from './expectation.ts'
import {withToldNeeds, withToldShare} from './former-needs.ts'
import {lostEvents, readJson, stopSignal} from './recorded-facts.ts'

type Recorded = ReturnType<typeof recordedWork>

/** An evaluation computed again from its trials: every document that follows from them. */
export function expectEval(subject: AuditSubject, counts: TrialCounts): Expectation | NoExpectation {
  const {run} = subject
  const missing = missingFile(run)
  if (missing) return missing
  try {
    const recorded = recordedWork(run, argvOf(run), counts)
    const baseline = baselineIn(subject, recordedEvaluation)
    if (baseline === 'elsewhere') return {why: 'its baseline is not here', path: VERDICT, isFault: false}
    return expected(subject, {...recorded, plan: {...recorded.plan, baseline}})
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    const isFault = error.code !== 'suite_changed' || !isOfAnotherVersion(run)
    return {why: error.message, path: error.code === 'episodes_missing' ? CELLS : REQUEST_INPUT, isFault}
  }
}

/** The line that asked for an evaluation, its own or that of its job, where commands that it suggests took flags from it: versions before took none. */
function argvOf({manifest: {command_argv: argv}, text}: RecordedRun): readonly string[] {
  const flags = carriedFlags(argv)
  return [FAILURES, REPORT_FILES.markdown].some((path) => text(path)?.includes(flags)) ? argv : []
}

/** Whether request, cells and result tell of the same suites; then it is this version that does not know them. */
function isOfAnotherVersion(run: RecordedRun): boolean {
  const {suites, rows} = recordedMeasurement(run)
  const measured = new Set(rows.map(({suite, suite_version}) => `${suite}@${suite_version}`))
  const cells = (run.lines(CELLS) ?? []).map(
    (line) => readJson(line) as {suite?: string; suite_version?: string} | undefined,
  )
  const isAsked = recordedRequest(run).suites.join() === suites.map(({name}) => name).join()
  return isAsked && cells.every((cell) => measured.has(`${cell?.suite}@${cell?.suite_version}`))
}

/** A run that keeps what was asked for keeps its trials too; older ones kept neither. */
function missingFile(run: RecordedRun): NoExpectation | undefined {
  const [request, cells] = [run.text(REQUEST_INPUT), run.text(CELLS)]
  if (request !== undefined && cells !== undefined) return undefined
  if (request === undefined && cells === undefined) return {why: KEPT_TOO_LITTLE, path: CELLS, isFault: false}
  return {why: 'is missing', path: request === undefined ? REQUEST_INPUT : CELLS, isFault: true}
}

function expected(subject: AuditSubject, {plan, work, episodes}: Recorded): Expectation {
  const told = {...plan, further: recomputeRule(subject.run)}
  const found = {...work, ...timed(subject.run, work)}
  const failed = collectFailures(episodes, plan.settings).failures
  const figures = figuresBySuite(work.cells, failed)
  const verdict = verdictIn(subject.run)
  const outcome = withToldShare(verdict, (areErrorsOfPlanned) =>
    withToldNeeds(verdict, (isNeedUncorrected) =>
      evalOutcome({...told, isNeedUncorrected, areErrorsOfPlanned}, found, figures, stopSignal(subject.journal)),
    ),
  )
  const {failures, strips} = separateStrips(asFormerlyExpected(failed, subject.run.text(FAILURES)))
  const gate = evalGateDocument(plan.settings, plan.gate)
  return {
    outcome: lostEvents(outcome, subject.run.manifest),
    documents: [
      {path: SUITE_INPUT, content: {json: measuredInput(plan.settings)}},
      {path: GATE_INPUT, content: {json: gate}},
      {path: FAILURES, content: {json: failures}},
      ...(failures.failures.length > 0 ? [{path: GALLERY, content: {text: galleryText(failures)}}] : []),
      ...strips.map(({path, png}) => ({path, content: {png}})),
    ],
    digests: {input_digest: inputDigestOf(plan.settings), gate_digest: digestOf(gate)},
    ...(subject.run.manifest.kind === 'eval' && {asked: askedOf(plan)}),
  }
}

/** Failures as earlier versions wrote them, without words for what a contract case promises, if the run has them so. */
function asFormerlyExpected(failures: readonly EvalFailure[], told = ''): readonly EvalFailure[] {
  const former = failures.map((one) => ({...one, expected: formerPromise(one.expected)}))
  const isFormer = former.every(({expected}, at) => expected === failures[at]?.expected || told.includes(expected))
  return isFormer ? former : failures
}

function askedOf(plan: Recorded['plan']): NonNullable<Expectation['asked']> {
  const {providers, operations, capabilities, inputSummary} = describeEvaluation(plan)
  return {
    providers: [...providers],
    operations: [...operations],
    capabilities: [...capabilities],
    input_summary: inputSummary,
  }
}

/** What a repeated computation said of the run it repeated; only that run can bear it out. */
function recomputeRule({manifest, text}: RecordedRun) {
  if (!manifest.parents.some(({relation}) => relation === 'recomputed')) return []
  const verdict = readJson(text(VERDICT)) as {rules?: {id: string}[]} | undefined
  return ((verdict?.rules ?? []) as never[]).filter(({id}: {id: string}) => id === 'recompute')
}

const FAILED_FAST = /^the run ended early, as --fail-fast asks: (.*) has failed for good$/

/** What no trial tells: how long they took, how many were thrown away, and by which rule the run ended early. All are told and decide nothing. */
function timed({text}: RecordedRun, {cells}: Recorded['work']) {
  const timing = readJson(text('results/timing.json')) as {cells?: {discarded?: number; wall_ms?: number}[]} | undefined
  const verdict = readJson(text(VERDICT)) as {caveats?: string[]} | undefined
  const endedBy = verdict?.caveats?.flatMap((one) => FAILED_FAST.exec(one)?.[1] ?? [])[0]
  return {
    cells: cells.map((cell, at) => {
      const {discarded = 0, wall_ms: wallMs = 0} = timing?.cells?.[at] ?? {}
      return {...cell, discarded, wallMs}
    }),
    ...(endedBy !== undefined && {endedBy}),
  }
}
