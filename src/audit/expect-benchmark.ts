import {CALIBRATION} from '#benchmark/calibration/load-calibration'
import {benchmarkVerdict, type JudgedPlan, toldOutcome} from '#benchmark/execute/benchmark-outcome'
import {benchmarkedSide} from '#benchmark/judge/baseline'
import {recordedBenchmark} from '#benchmark/judge/benchmark-side'
import {benchmarkScope} from '#benchmark/model/benchmark-scope'
import type {MeasuredItemEnd} from '#benchmark/model/ledger'
import {gateDigestOf, OPERATIONS_INPUT} from '#benchmark/plan/run-plan'
import {isBarrierRule} from '#benchmark/session/barrier'
import {benchmarkCalibration} from '#contract/generated/benchmark-calibration'
import type {BenchmarkCalibration, GateDocument, RuleOutcome} from '#contract/generated/types'
import {parse} from '#contract/parse'
import {digestOf} from '#digest/canonical-json'
import {judgeBudgets} from '#gate/budget-gate'
import {buildGate} from '#gate/gate-document'
import {TIMING, VERDICT} from '#run/layout'
import type {RecordedRun} from '#run/read-recorded'
import type {AuditBook, AuditSubject} from './audit.ts'
import {baselineIn} from './baseline-in.ts'
import {type BenchmarkRecords, readBenchmark} from './benchmark-records.ts'
import {checkPlanned, checkRows} from './check-rows.ts'
import {verdictIn} from './check-verdict.ts'
import type {Expectation, NoExpectation} from './expectation.ts'
import {withToldNeeds, withToldTails} from './former-needs.ts'
import {lostEvents, readJson, stopSignal} from './recorded-facts.ts'
import {recountRow} from './recorded-row.ts'

/** A benchmark judged again from its calls. Rows that are not what the calls give are findings of their own. */
export function expectBenchmark(subject: AuditSubject, book: AuditBook): Expectation | NoExpectation {
  const {run} = subject
  const records = readBenchmark(run)
  if ('why' in records) return records
  const {timing, samples, budgets, gate: document, request} = records
  const rows = timing.rows.map((row) => recountRow(row, samples, timing.harness))
  checkRows(rows, {timing, samples}, book)
  checkPlanned(records.planned, timing, book)
  const baseline = baselineIn(subject, recordedBenchmark)
  if (baseline === 'elsewhere') return {why: 'its baseline is not here', path: VERDICT, isFault: false}
  if (document?.rules.some(({ratio}) => ratio?.noise_floor === 'aa'))
    return {why: 'a rule asks for the noise of the machine, which the run does not keep', path: VERDICT, isFault: false}
  const gate = document && buildGate(document, {scope: benchmarkScope([]), today: run.manifest.created_at.slice(0, 10)})
  const plan: JudgedPlan = {
    settings: {maxRatios: request.max_ratios, mustRun: request.must_run, gate: request.gate, thresholds: []},
    budgets,
    gate,
    baseline,
    isAnyMachine: request.any_machine,
    noise: undefined,
    ...(records.settings.asked_once && {askedOnce: records.settings.asked_once}),
  }
  return expected(subject, {plan, records, document, rows: rows.map(({executed}) => executed)})
}

function expected(
  {run, journal}: AuditSubject,
  seen: {
    readonly plan: JudgedPlan
    readonly records: BenchmarkRecords
    readonly document: GateDocument | undefined
    readonly rows: readonly ReturnType<typeof recountRow>['executed'][]
  },
): Expectation {
  const {plan, records, document, rows} = seen
  const {settings, planned, timing, budgets} = records
  const again = {
    ...timing,
    rows: rows.map(({row}) => row),
    gate: judgeBudgets(
      budgets,
      rows.map(({row}) => row),
    ).gate,
  }
  const requests = readJson(run.text(OPERATIONS_INPUT))
  const calibration = calibrationOf(run)
  const work = {
    ends: planned.map(endOf),
    executed: rows,
    again: caveatsOf(run).filter((text) => text.endsWith('; it was measured once more and both are pooled.')),
    barred: barredRules(run),
    ...(calibration && {calibration}),
    candidate: benchmarkedSide({requests, shown: {...settings}}, again),
  }
  const told = {settings, harness: timing.harness, planned, rows: again.rows, gate: again.gate}
  const drawn = (former: Pick<JudgedPlan, 'isNeedUncorrected' | 'areTailsNormal'>) => {
    const verdict = benchmarkVerdict({...plan, ...former}, work, stopSignal(journal))
    return toldOutcome({...told, calibration: calibration ?? null, verdict, timing: again})
  }
  const verdict = verdictIn(run)
  const outcome = withToldTails(verdict, (areTailsNormal) =>
    withToldNeeds(verdict, (isNeedUncorrected) => drawn({isNeedUncorrected, areTailsNormal})),
  )
  return {
    outcome: lostEvents(outcome, run.manifest),
    documents: [{path: TIMING, content: {json: again}}],
    digests: {input_digest: digestOf(requests), ...digestOfGate(document, budgets)},
  }
}

function digestOfGate(document: GateDocument | undefined, budgets: BenchmarkRecords['budgets']) {
  const {gateDigest} = gateDigestOf(document, budgets)
  return gateDigest === undefined ? {} : {gate_digest: gateDigest}
}

function endOf({
  provider,
  operation,
  how,
  outcome,
  reason,
  missing = [],
}: BenchmarkRecords['planned'][number]): MeasuredItemEnd {
  const why = reason ?? 'skipped'
  return {
    provider,
    operation: operation as MeasuredItemEnd['operation'],
    how: how as MeasuredItemEnd['how'],
    outcome,
    missing,
    ...(outcome === 'skipped' && {skipReason: why, ...(why === 'translator_missing' && {isOptional: true})}),
    ...(outcome === 'not-run' && why !== 'interrupted' && {barrier: why}),
  }
}

/** A budget that was made from the same calls. */
function calibrationOf(run: RecordedRun): BenchmarkCalibration | undefined {
  const told = readJson(run.text(CALIBRATION))
  return told === undefined ? undefined : parse(benchmarkCalibration, told)
}

const caveatsOf = ({text}: RecordedRun): string[] =>
  (readJson(text(VERDICT)) as {caveats?: string[]} | undefined)?.caveats ?? []

/** What kept a provider from being measured is told by the rule alone; that there is one for each such provider is checked with the rows. */
function barredRules({text}: RecordedRun): RuleOutcome[] {
  const verdict = readJson(text(VERDICT)) as {rules?: RuleOutcome[]} | undefined
  const rules = verdict?.rules ?? []
  return rules.filter((rule) => isBarrierRule(rule) && rule.state !== 'pass' && rule.state !== 'waived')
}
