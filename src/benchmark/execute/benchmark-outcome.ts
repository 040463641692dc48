import type {
  BenchmarkCalibration,
  BenchmarkRow,
  BenchmarkRunResult,
  RuleOutcome,
  Verdict,
} from '#contract/generated/types'
import {cutText} from '#error/cut-text'
import {judgeBudgets} from '#gate/budget-gate'
import {judgeVerdict, type NoVerdictCause, reasonCode} from '#gate/verdict'
import type {HostClassification} from '#process/host-facts'
import {cellText} from '#report/cell-text'
import type {RunOutcome} from '#run/run-recorder'
import {PARSER_RATIO, ratioRules} from '../calibration/ratio-rules.ts'
import type {HarnessCost} from '../clock/measure-harness.ts'
import {benchmarkedSide} from '../judge/baseline.ts'
import type {BenchmarkSide} from '../judge/benchmark-side.ts'
import {errorWords} from '../judge/error-words.ts'
import {type Executed, executionOf} from '../judge/execution.ts'
import {judgeRows} from '../judge/judge-rows.ts'
import {countItems, ledgerEntry, type MeasuredItemEnd, type PlannedItem} from '../model/ledger.ts'
import {onceCaveat} from '../plan/asked-once.ts'
import {type BenchmarkPlan, shownSettings} from '../plan/run-plan.ts'
import {benchmarkReport, type ReportedBenchmark} from '../report/benchmark-report.ts'
import {calibrationRules} from '../report/calibration-report.ts'
import {harnessOf, timingOf} from './timing.ts'

/** What was done of a plan: the end of every item, and a row for each item that ran. */
export interface BenchmarkFindings {
  readonly ends: readonly MeasuredItemEnd[]
  readonly executed: readonly Executed[]
  readonly cost?: HarnessCost
  readonly calibration?: BenchmarkCalibration
  /** Notes on what was measured a second time, and why. */
  readonly again?: readonly string[]
  /** A rule for each provider that could not, or must not, be measured to the end. */
  readonly barred?: readonly RuleOutcome[]
}

/** A result without its verdict, and without id and path of the run. */
export type UnjudgedResult = Omit<BenchmarkRunResult, 'exit' | 'verdict' | 'run_id' | 'run_path'>

const CLAIM = {
  level: 'ops',
  text: 'Latency, throughput, errors and retries of the listed operations.',
  boundary: 'An operational property was measured on this machine fingerprint.',
} as const
const UNGATED = 'No budget or gate was given: only errors were judged, not speed.'

export function unjudgedResult(
  plan: BenchmarkPlan,
  {ends, executed, cost, calibration}: BenchmarkFindings,
): UnjudgedResult {
  const rows = executed.map(({row}) => row)
  return {
    schema_version: 1,
    command: 'benchmark',
    settings: shownSettings(plan),
    harness: harnessOf(cost),
    planned: ends.map(ledgerEntry),
    rows,
    gate: judgeBudgets(plan.budgets, rows).gate,
    calibration: calibration ?? null,
  }
}

/** The verdict on the measurement, and the documents of the run. An aborted signal makes the verdict interrupted; measured values are kept. */
export function benchmarkOutcome(
  plan: BenchmarkPlan,
  work: BenchmarkFindings,
  host: Pick<HostClassification, 'measuredOn'>,
  signal: AbortSignal,
): RunOutcome {
  const measurement = unjudgedResult(plan, work)
  const {settings, gate} = measurement
  const timing = timingOf({...work, gate}, host)
  const candidate = benchmarkedSide({requests: plan.requests, shown: {...settings}}, timing)
  const verdict = benchmarkVerdict(plan, {...work, candidate}, signal)
  return toldOutcome({...measurement, verdict, timing})
}

/** The documents of a measurement that has its verdict. */
export function toldOutcome(told: ReportedBenchmark): RunOutcome {
  const {settings, planned, rows, gate, timing, verdict} = told
  return {
    verdict,
    reasonCode: reasonCode(verdict),
    result: {schema_version: 1, settings, planned, rows: rows.map(countsOfRow)},
    timing,
    resultSummary: {
      results: rows.length,
      calls: rows.reduce((sum, row) => sum + row.iterations, 0),
      errors: rows.reduce((sum, row) => sum + row.error_count, 0),
      budgets: gate.budget_count,
      violations: gate.violation_count,
      inconclusive: gate.inconclusive_count,
    },
    report: benchmarkReport(told),
  }
}

/** The parts of a plan on which the verdict depends. */
export type JudgedPlan = Pick<
  BenchmarkPlan,
  'budgets' | 'gate' | 'baseline' | 'isAnyMachine' | 'noise' | 'askedOnce'
> & {
  readonly settings: Pick<BenchmarkPlan['settings'], 'maxRatios' | 'mustRun' | 'gate' | 'thresholds'>
  /** See `JudgeOptions`. */
  readonly isNeedUncorrected?: boolean
  /** See `judgeRows`. */
  readonly areTailsNormal?: boolean
}

export function benchmarkVerdict(
  plan: JudgedPlan,
  work: BenchmarkFindings & {candidate: BenchmarkSide},
  signal: AbortSignal,
): Verdict {
  const {settings, budgets, gate, baseline, isAnyMachine = false} = plan
  const {candidate} = work
  const own = judgeRows(plan, candidate.timing, {baseline, candidate, isAnyMachine, noise: plan.noise})
  const judged = judgeBudgets(
    budgets,
    work.executed.map(({row}) => row),
  )
  const required = requiredRule(plan, work.ends)
  const ratios = ratioRules(
    settings.maxRatios,
    work.executed.map(({row}) => row),
  )
  const calibrated = work.calibration ? calibrationRules(work.calibration) : []
  const asked = [...judged.rules, ...ratios, ...own.rules, ...calibrated]
  const execution = executionOf(work.executed, budgets, gate?.maxErrorShare)
  const rules = [execution, ...(work.barred ?? []), ...(required ? [required] : []), ...asked]
  const errored = work.executed.filter(({row}) => row.error_count > 0)
  const failed = work.executed.filter(({row}) => row.error_count === 0 && isFailed(row, asked))
  const ending = endingOf(plan, work.ends, signal)
  return judgeVerdict({
    basis: gate || baseline || settings.thresholds.length > 0 ? 'gate' : budgets.length > 0 ? 'budget' : 'no-gate',
    rules,
    counts: countItems(work.ends, failed.length, errored.length),
    claims: [CLAIM],
    caveats: [
      ...(work.again ?? []),
      ...(plan.askedOnce ?? []).map(onceCaveat),
      ...work.executed.flatMap(errorWords),
      ...work.ends.filter(({isOptional}) => isOptional).map(leftOut),
      ...judged.caveats,
      ...own.caveats,
      ...(asked.length === 0 && settings.gate !== 'off' ? [UNGATED] : []),
    ],
    ...(ending && {ending}),
  })
}

/** Metrics whose values would differ at another moment. */
const TIMES = /latency|_ms|throughput|ratio/

/** The gating rules on times that fail on the measured values. */
export function failedTimes(
  plan: BenchmarkPlan,
  work: BenchmarkFindings,
  host: Pick<HostClassification, 'measuredOn'>,
  signal: AbortSignal,
): readonly RuleOutcome[] {
  if (work.executed.length === 0 || signal.aborted) return []
  const {rules} = benchmarkOutcome(plan, work, host, signal).verdict
  return rules.filter(({state, metric, severity}) => state === 'fail' && severity === 'gate' && TIMES.test(metric))
}

/** Whether a rule concerns an item, by its selected place; a ratio to bare parsing concerns both of its sides. */
export function concernsItem({select, metric}: RuleOutcome, {provider, operation}: PlannedItem): boolean {
  if (metric === PARSER_RATIO) return select.endsWith(`/${operation}`)
  return `${select}/`.startsWith(`${provider}/${operation}/`)
}

export function toldAgain({id, estimate, n}: RuleOutcome): string {
  return `${id} failed at first (${cellText(estimate ?? 'not measured')}, n ${n}); it was measured once more and both are pooled.`
}

/** Why there is no verdict: interrupted, or nothing ran. The latter is a skip, unless limits of the caller need results. */
function endingOf(
  {settings, baseline}: JudgedPlan,
  ends: readonly MeasuredItemEnd[],
  signal: AbortSignal,
): NoVerdictCause | undefined {
  if (signal.aborted) return {kind: 'interrupted', signal: signal.reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT'}
  if (
    baseline ||
    settings.gate === 'file' ||
    settings.thresholds.length > 0 ||
    ends.some((end) => end.outcome !== 'skipped')
  )
    return undefined
  return {kind: 'skipped', expected: !settings.mustRun, reason: `nothing ran: ${skippedText(ends)}`}
}

/** A provider that the caller named and that was skipped leaves the verdict open, whatever else passed. */
function requiredRule({settings}: JudgedPlan, ends: readonly MeasuredItemEnd[]): RuleOutcome | undefined {
  const skipped = ends.filter((end) => end.outcome === 'skipped' && !end.isOptional)
  if (!settings.mustRun || skipped.length === 0) return undefined
  return {
    id: 'required-providers',
    severity: 'gate',
    state: 'inconclusive',
    metric: 'skipped_items',
    select: '*',
    estimate: skipped.length,
    threshold: 'estimate <= 0',
    n: ends.length,
    reason: cutText(skippedText(skipped), 500),
  }
}

function leftOut({provider, operation, skipReason = ''}: MeasuredItemEnd): string {
  return `${provider} ${operation} was left out: ${skipReason}; ${REMEDIES[skipReason] ?? 'name it to see why'}.`
}

const REMEDIES: Readonly<Record<string, string>> = {
  translator_missing: '--translator builtin:raw would measure it',
  inputs_missing: '--input-file with what it takes would measure it',
}

function skippedText(skipped: readonly MeasuredItemEnd[]): string {
  const first = new Map(skipped.map((end) => [end.provider, end]))
  return [...first.values()]
    .map(
      ({provider, skipReason, missing}) =>
        `${provider} ${skipReason ?? 'skipped'}${missing.length > 0 ? ` (${missing.join(', ')})` : ''}`,
    )
    .join('; ')
}

function isFailed({provider, operation}: BenchmarkRow, rules: readonly RuleOutcome[]): boolean {
  return rules.some((rule) => rule.state === 'fail' && `${rule.select}/`.startsWith(`${provider}/${operation}/`))
}

/** The part of a row that does not depend on machine or moment. */
function countsOfRow({
  provider,
  operation,
  iterations,
  concurrency,
  success_count,
  error_count,
  retry_count,
  errors,
}: BenchmarkRow) {
  return {provider, operation, iterations, concurrency, success_count, error_count, retry_count, errors}
}
