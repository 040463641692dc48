import type {ComparedDrill, ComparisonRow, DrillRecord, RunComparison} from '#contract/generated/types'
import {equalField, informationalField} from '#gate/contract-field'
import {drillRows} from './drill-rows.ts'
import type {DrillSide} from './drill-side.ts'

/** Two sets of drills, drill by drill. */
export interface DrillsCompared {
  readonly rows: readonly ComparisonRow[]
  readonly drills: readonly ComparedDrill[]
  readonly failures: RunComparison['failures']
  readonly caveats: readonly string[]
}

/** Times are compared on machines of one class only, unless any machine was allowed. */
export function compareDrills(base: DrillSide, candidate: DrillSide, isAnyMachine: boolean): DrillsCompared {
  const known = new Map(base.records.map((record) => [record.id, record]))
  const host = (isAnyMachine ? informationalField : equalField)('host_class', base.hostClass, candidate.hostClass)
  const rows = candidate.records.flatMap((now) => {
    const before = known.get(now.id)
    const drill = before === undefined ? [] : sharedFields(before, now)
    return drillRows(before, now, {drill, times: [...drill, host]})
  })
  const left = base.records.filter(({id}) => candidate.records.every((now) => now.id !== id)).map(({id}) => id)
  return {
    rows,
    drills: candidate.records.map((now) => comparedDrill(known.get(now.id), now)),
    failures: failuresOf(known, candidate.records),
    caveats: left.length === 0 ? [] : [`drills that only the base held: ${left.join(', ')}`],
  }
}

/** A drill of another version, on another kind of target or with another clock is another drill. */
const sharedFields = (before: DrillRecord, now: DrillRecord) => [
  equalField('version', before.version, now.version),
  equalField('environment', before.environment, now.environment),
  equalField('clock_scale', before.clock_scale ?? null, now.clock_scale ?? null),
  equalField('sham', before.sham, now.sham),
]

function comparedDrill(before: DrillRecord | undefined, now: DrillRecord): ComparedDrill {
  return {id: now.id, number: now.number, base: before === undefined ? null : sideOf(before), candidate: sideOf(now)}
}

const sideOf = ({version, verdict, reasons, detect, recover}: DrillRecord): ComparedDrill['candidate'] => ({
  version,
  verdict,
  reasons: [...reasons],
  detect: {seconds: detect.seconds, objective: detect.objective, met: detect.met},
  recover: {seconds: recover.seconds, objective: recover.objective, met: recover.met},
})

function failuresOf(
  known: ReadonlyMap<string, DrillRecord>,
  records: readonly DrillRecord[],
): RunComparison['failures'] {
  const among = (was: boolean, is: boolean) =>
    records.flatMap(({id, verdict}) => {
      const before = known.get(id)
      return before && hasFailed(before.verdict) === was && hasFailed(verdict) === is ? [id] : []
    })
  return {came: among(false, true), went: among(true, false), both: among(true, true).length}
}

const hasFailed = (verdict: DrillRecord['verdict']): boolean => ['fail', 'restored', 'unsafe-state'].includes(verdict)
