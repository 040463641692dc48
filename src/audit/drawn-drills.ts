import {drillRecord} from '#contract/generated/drill-record'
import type {DrillRecord, Verdict} from '#contract/generated/types'
import {isRecord} from '#contract/is-record'
import {issuesOf} from '#contract/parse'
import {drillsReport} from '#drill/report/drills-report'
import type {Report, Table} from '#report/report'
import {RESULT} from '#run/layout'
import type {RecordedRun} from '#run/read-recorded'
import type {RunOutcome} from '#run/run-recorder'
import type {AuditSubject} from './audit.ts'
import {lostEvents, readJson} from './recorded-facts.ts'

/** The outcome that reports of drills must show, and the reports as earlier versions drew them. */
export interface DrawnDrills {
  readonly outcome: RunOutcome
  readonly formers: readonly Report[]
}

/**
 * The reports of a set of drills, drawn again from the record of each: the observations cannot be repeated, but their description can.
 * Undefined if it is no such set, if a record is missing or invalid, or if names were replaced, which changes the drawing.
 */
export function drawnDrills({run, isRenamed = false}: AuditSubject, verdict: Verdict): DrawnDrills | undefined {
  if (isRenamed || verdict.basis === 'none') return undefined
  const result = readJson(run.text(RESULT))
  if (!isRecord(result) || result['kind'] !== 'drills' || !Array.isArray(result['drills'])) return undefined
  const records = result['drills'].map((told: unknown) => recordIn(run, told))
  if (!records.every((record) => record !== undefined)) return undefined
  const isSham = result['sham'] === true
  const isOpen = records.some((record) => record.verdict === 'unsafe-state')
  const draw = (report: Report): RunOutcome =>
    lostEvents(
      {
        verdict,
        reasonCode: '',
        result,
        resultSummary: {},
        report,
        // This finding is stored beside the outcome, not in it.
        findings: isOpen ? run.manifest.issues.filter(({code}) => code === 'undo_pending') : [],
      },
      run.manifest,
    )
  // Earlier versions reported slowness even if something else had failed.
  const late = drillsReport(verdict, records, isSham, true)
  const bare = drillsReport(verdict, records.map(withoutLeftovers), isSham, true)
  const unseen = {...bare, tables: bare.tables.map(withoutSeen)}
  const {plots: _, ...unpictured} = unseen
  return {
    outcome: draw(drillsReport(verdict, records, isSham)),
    formers: [late, bare, unseen, unpictured].map((report) => draw(report).report),
  }
}

function recordIn(run: RecordedRun, told: unknown): DrillRecord | undefined {
  const id = isRecord(told) ? told['id'] : undefined
  const record = readJson(run.text(`results/drills/${String(id)}.json`))
  return issuesOf(drillRecord, record) === undefined ? (record as DrillRecord) : undefined
}

/** The record as earlier versions showed it: they said that something was left, but not what. */
const withoutLeftovers = (record: DrillRecord): DrillRecord => ({...record, leftovers: []})

const SEEN = 'seen: '

/** The table as earlier versions drew it, without a prefix before the answer of a probe. */
function withoutSeen(table: Table): Table {
  const [phase, what] = [table.columns.indexOf('phase'), table.columns.indexOf('what')]
  if (phase < 0 || what < 0) return table
  const rows = table.rows.map((row) => {
    const text = row[what]
    const isSeen = row[phase] === 'detect' && typeof text === 'string' && text.startsWith(SEEN)
    return isSeen ? row.with(what, text.slice(SEEN.length)) : row
  })
  return {...table, rows}
}
