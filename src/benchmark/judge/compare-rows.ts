import type {BenchmarkRow, ContractField} from '#contract/generated/types'
import {brokenText, equalField, informationalField} from '#gate/contract-field'
import type {Effect, NoEffect} from '#gate/effect'
import type {Measurement, VersusRule} from '#gate/rule'
import {newcombe} from '#stats/newcombe'
import type {BenchmarkSide} from './benchmark-side.ts'
import {rowIdOf} from './gate-rows.ts'
import {timingEffect} from './timing-effect.ts'

const LEVEL = 0.95

/** What both runs must share for any of their rows to be compared. Times of another machine are incomparable unless the caller allowed them. */
export function sharedBenchmarkFields(
  base: BenchmarkSide,
  candidate: BenchmarkSide,
  isAnyMachine: boolean,
): ContractField[] {
  const [here, there] = [candidate.timing.machine.fingerprint, base.timing.machine.fingerprint]
  return [
    equalField('input_digest', base.inputDigest, candidate.inputDigest),
    ...Object.entries(base.load).map(([name, value]) => equalField(name, value, candidate.load[name] ?? null)),
    // Times of whole calls also contain time that is not the provider's.
    equalField('timed', timedIn(base), timedIn(candidate)),
    isAnyMachine ? informationalField('fingerprint', there, here) : equalField('fingerprint', there, here),
    informationalField('assay_version', base.assayVersion, candidate.assayVersion),
    informationalField('gate_digest', base.gateDigest, candidate.gateDigest),
  ]
}

const timedIn = ({timing}: BenchmarkSide) => timing.timed ?? 'call'

/** The row of the base for the same operation: that of the same provider, or of the only provider if each side has one. */
export function rowLike(row: BenchmarkRow, base: BenchmarkSide, candidate: BenchmarkSide): BenchmarkRow | undefined {
  const alike = base.timing.rows.filter(({operation}) => operation === row.operation)
  const providers = ({timing}: BenchmarkSide) => new Set(timing.rows.map(({provider}) => provider)).size
  const isLone = providers(base) === 1 && providers(candidate) === 1
  return alike.find(({provider}) => provider === row.provider) ?? (isLone ? alike[0] : undefined)
}

export interface ComparedSides {
  readonly base: BenchmarkSide
  readonly candidate: BenchmarkSide
  /** Fields of the two runs; a broken one is broken for every row. */
  readonly contract: readonly ContractField[]
}

/** The effect of a metric between a row and that of the base: times by process, successes as two independent shares. */
export function compareMetric(
  metric: string,
  scale: Effect['scale'],
  row: BenchmarkRow,
  {base, candidate, contract}: ComparedSides,
): Effect | NoEffect {
  const broken = brokenText(contract)
  if (broken !== undefined) return {why: 'incomparable', reason: broken}
  const other = rowLike(row, base, candidate)
  if (!other) return {why: 'missing', reason: 'the base did not measure this'}
  if (metric === 'success_rate') return successEffect(other, row)
  const sides = {
    base: {timing: base.timing, place: rowIdOf(other)},
    candidate: {timing: candidate.timing, place: rowIdOf(row)},
  }
  return timingEffect(metric, scale, sides)
}

/** The effect that a rule against the baseline asks for. */
export function rowEffect(rule: VersusRule, row: Measurement, sides: ComparedSides): Effect | NoEffect {
  const {provider, operation} = row.facts
  const own = sides.candidate.timing.rows.find((one) => one.provider === provider && one.operation === operation)
  if (!own) return {why: 'missing', reason: 'the row was not measured'}
  return compareMetric(row.metric, rule.demand.kind === 'ratio' ? 'log-ratio' : 'difference', own, sides)
}

function successEffect(base: BenchmarkRow, row: BenchmarkRow): Effect | NoEffect {
  const share = ({success_count, iterations}: BenchmarkRow) => ({successes: success_count, trials: iterations})
  const interval = newcombe(share(row), share(base), LEVEL)
  if (!interval) return {why: 'insufficient', reason: 'no call was made on a side'}
  const {estimate, low, high, method, n} = interval
  const identical = row.error_count === 0 && base.error_count === 0
  return {scale: 'difference', estimate, low, high, level: LEVEL, method, n, identical}
}
