import type {
  ComparisonRow,
  ComparisonStatus,
  Counts,
  RuleOutcome,
  RunComparison,
  Verdict,
} from '#contract/generated/types'
import {cutText} from '#error/cut-text'
import {judgeVerdict} from '#gate/verdict'

/** What decides: the rows themselves, a gate file, or nothing. */
export type ComparisonBasis = 'default-gate' | 'gate' | 'no-gate'

export interface ComparisonJudgement {
  readonly basis: ComparisonBasis
  readonly comparisons: readonly RunComparison[]
  /** Outcomes of a gate file. */
  readonly rules: readonly RuleOutcome[]
  readonly caveats: readonly string[]
}

/** The one verdict over all candidates: a file that was changed fails; then a gate file decides, else every primary row. */
export function comparisonVerdict({basis, comparisons, rules, caveats}: ComparisonJudgement): Verdict {
  const rows = comparisons.flatMap(({rows: own, candidate}) => own.map((row) => ({row, candidate: candidate.run_id})))
  const own = rows.filter(({row}) => row.primary).map(({row, candidate}) => ruleOf(row, candidate, comparisons.length))
  const deciding = basis === 'default-gate' ? own : basis === 'gate' ? rules : [comparedRule(rows.length)]
  const all = [...comparisons.flatMap(integrityRules), ...(deciding.length > 0 ? deciding : [comparedRule(0)])]
  return judgeVerdict({
    basis,
    rules: all,
    counts: countsOf(rows.map(({row}) => row)),
    claims: [],
    caveats: [...new Set([...caveats, ...comparisons.flatMap(driftCaveats), ...comparisons.flatMap(findingCaveats)])],
  })
}

const STATES: Readonly<Record<ComparisonStatus, RuleOutcome['state']>> = {
  regressed: 'fail',
  incomparable: 'incomparable',
  inconclusive: 'inconclusive',
  equivalent: 'pass',
  improved: 'pass',
  'not-worse': 'pass',
}

function ruleOf(row: ComparisonRow, candidate: string, candidates: number): RuleOutcome {
  const {row_id, metric, status, effect, margin, n, p_adjusted, needed_n, reason} = row
  const threshold = effect?.scale === 'ratio' ? `ratio <= ${Number(margin.toPrecision(6))}` : `difference > -${margin}`
  return {
    id: candidates > 1 ? `${candidate}:${row_id}` : row_id,
    severity: 'gate',
    state: STATES[status],
    metric,
    select: row_id,
    versus: 'base',
    estimate: effect?.estimate ?? null,
    ...(effect && {ci: effect.ci}),
    // Without an effect nothing was held against a limit.
    ...(effect && {threshold}),
    n,
    ...(p_adjusted !== undefined && {p_adjusted}),
    ...(needed_n !== undefined && {needed_n}),
    reason: reason ?? status,
  }
}

function comparedRule(rows: number): RuleOutcome {
  const frame = {id: 'compared', severity: 'gate', metric: 'rows', select: '*', estimate: rows, n: rows} as const
  return rows > 0 ? {...frame, state: 'pass'} : {...frame, state: 'inconclusive', reason: 'there is no row to compare'}
}

/** A file that is not what its manifest says is no evidence, whatever it now says. */
function integrityRules({base, candidate}: RunComparison): RuleOutcome[] {
  return [base, candidate]
    .filter(({damaged}) => damaged.length > 0)
    .map(({run_id, damaged}) => ({
      id: `integrity:${run_id}`,
      severity: 'gate',
      state: 'fail',
      metric: 'damaged_files',
      select: run_id,
      estimate: damaged.length,
      n: damaged.length,
      reason: cutText(`not what the manifest says: ${damaged.join(', ')}`, 500),
    }))
}

function driftCaveats({kind, contract, result_digest_equal, candidate}: RunComparison): string[] {
  const isSame = contract.every(({ok}) => ok)
  if (kind !== 'eval' || !isSame || result_digest_equal) return []
  return [`${candidate.run_id}: results are not the same to the byte (result_digest differs)`]
}

function findingCaveats({findings = []}: RunComparison): string[] {
  return findings.map(({code, message}) => cutText(`${code}: ${message}`, 500))
}

function countsOf(rows: readonly ComparisonRow[]): Counts {
  const of = (...statuses: ComparisonStatus[]) => rows.filter(({status}) => statuses.includes(status)).length
  return {
    planned: rows.length,
    run: rows.length,
    passed: of('equivalent', 'improved', 'not-worse'),
    failed: of('regressed'),
    errored: of('inconclusive', 'incomparable'),
    skipped: 0,
    not_run: 0,
    reused: 0,
  }
}
