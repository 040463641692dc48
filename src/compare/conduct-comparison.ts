import {type BenchmarkSide, recordedBenchmark} from '#benchmark/judge/benchmark-side'
import type {ComparisonRow, RuleOutcome, RunComparison, RunsCompareResult} from '#contract/generated/types'
import type {DocumentPorts} from '#document/document-ports'
import {AssayError} from '#error/assay-error'
import type {EvalSide} from '#eval/model/eval-side'
import {recordedEvaluation} from '#eval/recorded/recorded-side'
import {loadGate} from '#gate/load-gate'
import {absolutePath} from '#path/safe-relative-path'
import {utcDay} from '#random/clock'
import {findRecorded, type RecordedPlace, type RecordedRun, readUnlessDamaged} from '#run/read-recorded'
import type {ReadPorts} from '#run/read-run'
import {compareBenchmarks} from './benchmark-comparison.ts'
import {type ComparisonBasis, comparisonVerdict} from './comparison-verdict.ts'
import type {DraftComparison} from './draft-row.ts'
import {compareDrills, type DrillsCompared} from './drill-comparison.ts'
import {type DrillSide, recordedDrills} from './drill-side.ts'
import {compareEvals} from './eval-comparison.ts'
import {comparisonScope, type JudgedGate, judgeBenchmark, judgeEval} from './judge-candidate.ts'
import {statusRows} from './row-status.ts'
import {runtimeFields, runtimeFindings} from './runtime-comparison.ts'

const MARGIN = 0.05

/** What a caller asks for: runs by id or folder, the base first. */
export interface CompareOrder extends RecordedPlace {
  readonly base: string
  readonly candidates: readonly string[]
  /** What counts as no difference: in the unit of a metric, and for times as a share. */
  readonly margin?: number | undefined
  readonly gatePath?: string | undefined
  readonly noGate: boolean
  readonly isAnyMachine: boolean
}

type Ports = DocumentPorts & Pick<ReadPorts, 'clock'>

/** The sides of one kind, read and checked; or that nothing can be read, because files were changed. */
type Sides =
  | {readonly kind: 'eval' | 'benchmark' | 'drill'; readonly base?: undefined; readonly candidate?: undefined}
  | {readonly kind: 'eval'; readonly base: EvalSide; readonly candidate: EvalSide}
  | {readonly kind: 'benchmark'; readonly base: BenchmarkSide; readonly candidate: BenchmarkSide}
  | {readonly kind: 'drill'; readonly base: DrillSide; readonly candidate: DrillSide}

/**
 * Compares runs that have ended; changes nothing and leaves no run. Throws `usage`, `out_of_range`, `run_not_found`, `file_unreadable`,
 * `run_live`, `gate_invalid`.
 */
export async function conductComparison(order: CompareOrder, ports: Ports): Promise<RunsCompareResult> {
  if (order.noGate && order.gatePath !== undefined) {
    throw new AssayError('usage', '--no-gate and --gate contradict each other', {hint: 'Give one of them.'})
  }
  const margin = marginOf(order.margin)
  const base = recorded(order.base, order, ports)
  const runs = order.candidates.map((name) => ({candidate: recorded(name, order, ports)}))
  const drafts = runs.map(({candidate}) => {
    const sides = sidesOf(base, candidate)
    return {candidate, sides, draft: draftOf(sides, margin, order.isAnyMachine)}
  })
  const comparisons = drafts.map(({candidate, sides, draft}) => comparisonOf(base, candidate, {sides, draft}))
  const judged: JudgedGate[] = []
  for (const {sides} of drafts) judged.push(await judgedByGate(sides, order, ports))
  const verdict = comparisonVerdict({
    basis: basisOf(order),
    comparisons,
    rules: judged.flatMap(({rules}, at) =>
      named(rules, runs.length > 1 ? comparisons[at]?.candidate.run_id : undefined),
    ),
    caveats: [
      ...sameRunRemarks(base, runs),
      ...drafts.flatMap(({draft}) => draft.caveats),
      ...judged.flatMap(({caveats}) => caveats),
    ],
  })
  return {schema_version: 1, command: 'runs compare', exit: verdict.exit, verdict, comparisons}
}

/** Two names that were meant for two runs may have found one. */
function sameRunRemarks(base: RecordedRun, runs: readonly {readonly candidate: RecordedRun}[]): string[] {
  const id = base.manifest.run_id
  const isSame = runs.some(({candidate}) => candidate.manifest.run_id === id)
  return isSame ? [`the run ${id} is compared with itself, and always equal to itself: that shows nothing`] : []
}

function marginOf(margin = MARGIN): number {
  if (margin > 0 && margin < 1) return margin
  throw new AssayError('out_of_range', '--margin must lie between 0 and 1, both excluded')
}

function basisOf({noGate, gatePath}: CompareOrder): ComparisonBasis {
  return noGate ? 'no-gate' : gatePath === undefined ? 'default-gate' : 'gate'
}

function recorded(name: string, place: RecordedPlace, {reader}: Ports): RecordedRun {
  const found = findRecorded(name, place, reader)
  if (found) return found
  throw new AssayError('run_not_found', 'a run to compare is not there', {
    hint: 'Name runs by id, as `assay runs list` shows them, or by folder.',
    given: name,
  })
}

function sidesOf(base: RecordedRun, candidate: RecordedRun): Sides {
  const [one, other] = [base.manifest.kind, candidate.manifest.kind]
  if (one === other && one === 'eval') return {kind: one, ...bothRead(base, candidate, recordedEvaluation)}
  if (one === other && one === 'benchmark') return {kind: one, ...bothRead(base, candidate, recordedBenchmark)}
  if (one === other && one === 'drill') return {kind: one, ...bothRead(base, candidate, recordedDrills)}
  const what = one === other ? `runs of the kind ${one}` : `a run of the kind ${one} and one of the kind ${other}`
  throw new AssayError('usage', `${what} cannot be compared`, {hint: 'Compare evaluations, benchmarks, or drills.'})
}

/** Nothing where one of them cannot be read. */
function bothRead<Side>(base: RecordedRun, candidate: RecordedRun, read: (run: RecordedRun) => Side) {
  const [before, now] = [readUnlessDamaged(base, read), readUnlessDamaged(candidate, read)]
  return before !== undefined && now !== undefined ? {base: before, candidate: now} : {}
}

const NOTHING_READ: DraftComparison = {
  contract: [],
  rows: [],
  failures: {came: [], went: [], both: 0},
  caveats: ['a run whose files were changed cannot be read, so nothing was compared'],
}

type Drafted = Omit<DraftComparison, 'rows'> & {
  readonly rows: readonly ComparisonRow[]
  readonly drills?: DrillsCompared['drills']
}

function draftOf(sides: Sides, margin: number, isAnyMachine: boolean): Drafted {
  if (sides.kind !== 'drill' || !sides.base) {
    const draft = samplesOf(sides, margin, isAnyMachine)
    return {...draft, rows: statusRows(draft.rows)}
  }
  return {contract: [], ...compareDrills(sides.base, sides.candidate, isAnyMachine)}
}

function samplesOf(sides: Sides, margin: number, isAnyMachine: boolean): DraftComparison {
  if (!sides.base || sides.kind === 'drill') return NOTHING_READ
  if (sides.kind === 'eval') return compareEvals(sides.base, sides.candidate, margin)
  const margins = {share: margin, ratio: 1 + margin}
  return compareBenchmarks(sides.base, sides.candidate, {margins, isAnyMachine})
}

function comparisonOf(
  base: RecordedRun,
  candidate: RecordedRun,
  {sides, draft}: {readonly sides: Sides; readonly draft: Drafted},
): RunComparison {
  const [before, now] = [base.manifest.result_digest, candidate.manifest.result_digest]
  return {
    kind: sides.kind,
    base: comparedRun(base),
    candidate: comparedRun(candidate),
    contract: [...draft.contract, ...runtimeFields(base.manifest, candidate.manifest)],
    rows: [...draft.rows],
    ...(draft.drills && {drills: [...draft.drills]}),
    failures: {came: [...draft.failures.came], went: [...draft.failures.went], both: draft.failures.both},
    findings: runtimeFindings(base.manifest, candidate.manifest),
    result_digest_equal: before !== null && before === now,
  }
}

function comparedRun({manifest, damaged}: RecordedRun): RunComparison['base'] {
  const {run_id, created_at, outcome} = manifest
  return {run_id, created_at, verdict: outcome?.verdict ?? null, damaged: [...damaged]}
}

async function judgedByGate(sides: Sides, order: CompareOrder, ports: Ports): Promise<JudgedGate> {
  if (order.gatePath === undefined) return {rules: [], caveats: []}
  if (sides.kind === 'drill')
    throw new AssayError('usage', 'a gate file has no rules for drills', {
      hint: 'Leave --gate out: verdicts and objectives of the drills decide.',
    })
  if (!sides.base) return {rules: [], caveats: []}
  const context = {scope: comparisonScope(sides), today: utcDay(ports.clock.nowMs())}
  const gate = await loadGate(absolutePath(order.cwd, order.gatePath), context, ports)
  return sides.kind === 'eval' ? judgeEval(gate, sides) : judgeBenchmark(gate, sides, order.isAnyMachine)
}

function named(rules: readonly RuleOutcome[], candidate: string | undefined): RuleOutcome[] {
  return rules.map((rule) => (candidate === undefined ? rule : {...rule, id: `${candidate}:${rule.id}`}))
}
