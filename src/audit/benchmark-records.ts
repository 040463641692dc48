import {BUDGET_INPUT, SAMPLES} from '#benchmark/plan/run-plan'
import {benchmarkRequestDocument} from '#contract/generated/benchmark-request'
import {benchmarkSample} from '#contract/generated/benchmark-sample'
import {benchmarkTiming} from '#contract/generated/benchmark-timing'
import {budgetDocument} from '#contract/generated/budget'
import {gateDocument} from '#contract/generated/gate'
import type {
  BenchmarkLedgerEntry,
  BenchmarkRequestDocument,
  BenchmarkSample,
  BenchmarkSettings,
  BenchmarkTiming,
  BudgetEntry,
  GateDocument,
} from '#contract/generated/types'
import {parse} from '#contract/parse'
import {AssayError} from '#error/assay-error'
import {GATE_INPUT, REQUEST_INPUT, RESULT, TIMING} from '#run/layout'
import {type RecordedRun, readAs} from '#run/read-recorded'
import {KEPT_TOO_LITTLE, type NoExpectation} from './expectation.ts'
import {readJson} from './recorded-facts.ts'

/** The records that a benchmark stored of its measurement, and of what it was judged by. */
export interface BenchmarkRecords {
  readonly settings: BenchmarkSettings
  readonly planned: BenchmarkLedgerEntry[]
  readonly timing: BenchmarkTiming
  readonly samples: readonly BenchmarkSample[]
  readonly budgets: readonly BudgetEntry[]
  readonly gate: GateDocument | undefined
  readonly request: BenchmarkRequestDocument
}

/** The records of a benchmark, or why nothing can be computed from them. Runs from before the request was stored cannot be judged again. */
export function readBenchmark(run: RecordedRun): BenchmarkRecords | NoExpectation {
  const lines = run.lines(SAMPLES)
  if (run.text(REQUEST_INPUT) === undefined) return {why: KEPT_TOO_LITTLE, path: REQUEST_INPUT, isFault: false}
  if (lines === undefined) return {why: 'is missing', path: SAMPLES, isFault: true}
  let path = REQUEST_INPUT
  const read = <T>(from: string, make: () => T): T => {
    path = from
    return readAs(from, make)
  }
  try {
    const request = read(REQUEST_INPUT, () => parse(benchmarkRequestDocument, readJson(run.text(REQUEST_INPUT))))
    const timing = read(TIMING, () => parse(benchmarkTiming, readJson(run.text(TIMING))))
    const samples = read(SAMPLES, () => lines.map((line) => parse(benchmarkSample, JSON.parse(line))))
    const budgets = read(BUDGET_INPUT, () => budgetsIn(run))
    const gate = read(GATE_INPUT, () => gateIn(run))
    const {settings, planned} = read(RESULT, () => resultIn(run))
    return {request, timing, samples, budgets, gate, settings, planned}
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    return {why: error.message, path, isFault: true}
  }
}

function budgetsIn({text}: RecordedRun): readonly BudgetEntry[] {
  const told = readJson(text(BUDGET_INPUT))
  if (told === undefined) return []
  const document = parse(budgetDocument, told)
  return Array.isArray(document) ? document : document.budgets
}

function gateIn({text}: RecordedRun): GateDocument | undefined {
  const told = readJson(text(GATE_INPUT))
  return told === undefined ? undefined : parse(gateDocument, told)
}

function resultIn({text}: RecordedRun): Pick<BenchmarkRecords, 'settings' | 'planned'> {
  const told = readJson(text(RESULT))
  const isWhole = typeof told === 'object' && told !== null && 'settings' in told && 'planned' in told
  if (!isWhole || !Array.isArray(told.planned)) throw new SyntaxError('no result of a benchmark')
  return {settings: told.settings as BenchmarkSettings, planned: told.planned as BenchmarkLedgerEntry[]}
}
