import type {DrillRecord, Verdict} from '#contract/generated/types'
import type {Case, Fact, Report, Table, TableCell} from '#report/report'
import {drillEnd} from '../model/drill-verdict.ts'
import {shamFault} from '../model/set-verdict.ts'
import {coursePlot} from './course-plot.ts'

/** The report of a set of drills: a row and a case a drill, and the course of each. `isLateTold`: also of drills that failed otherwise, as earlier versions did. */
export function drillsReport(
  verdict: Verdict,
  records: readonly DrillRecord[],
  isSham: boolean,
  isLateTold = false,
): Report {
  return {
    title: isSham ? 'Drills (sham)' : 'Drills',
    status: verdict.state,
    facts: [...factsOf(records, verdict), ...(isSham ? [] : objectiveFacts(records))],
    tables: [tableOf(records), ...records.map(timelineOf)],
    cases: records.map(caseOf),
    plots: records.filter(({timeline}) => timeline.length > 0).map(coursePlot),
    remarks: remarksOf(records, {isSham, isLateTold}),
  }
}

function factsOf(records: readonly DrillRecord[], {state}: Verdict): Fact[] {
  const words = [...new Set(records.map(({verdict}) => verdict))].sort()
  const counts = words.map((word) => `${records.filter(({verdict}) => verdict === word).length} ${word}`)
  const none = state === 'interrupted' ? 'none was held' : ''
  return [{label: 'Drills', value: counts.join(', ') || none}]
}

/** Objectives are counted, never weighed against each other. */
function objectiveFacts(records: readonly DrillRecord[]): Fact[] {
  const all = records.flatMap(({detect, recover}) => [detect.met, recover.met])
  const count = (met: boolean | null) => all.filter((one) => one === met).length
  return [{label: 'Objectives', value: `${count(true)} met, ${count(false)} missed, ${count(null)} unmeasured`}]
}

function tableOf(records: readonly DrillRecord[]): Table {
  return {
    name: 'Drills',
    columns: ['drill', 'verdict', 'detected s', 'recovered s', 'reasons', 'runbook'],
    rows: records.map((record): TableCell[] => [
      nameOf(record),
      record.verdict,
      rounded(record.detect.seconds),
      rounded(record.recover.seconds),
      reasonWords(record) || null,
      record.runbook,
    ]),
    minor: ['runbook', 'reasons'],
  }
}

function timelineOf({id, timeline}: DrillRecord): Table {
  return {
    name: `Course of ${id}`,
    columns: ['s', 'phase', 'what', 'ok'],
    rows: timeline.map(({at_ms, phase, what, ok}) => [rounded(at_ms / 1000), phase, seenWords(phase, what), ok]),
  }
}

/** A probe answers with words such as `refused`, which alone in a cell would be a verdict, and a bad one, where the drill hoped for it. */
function seenWords(phase: string, what: string): string {
  return phase === 'detect' ? `seen: ${what}` : what
}

const nameOf = ({id, number}: DrillRecord) => (number === null ? id : `${number} ${id}`)

/** Most leftovers that are listed one by one; the record has all of them. */
const MOST_LEFT = 3

/** Why it is not good: its reasons, with what was left where that is one of them. */
function reasonWords({reasons, leftovers, detail}: DrillRecord): string {
  const more = leftovers.length > MOST_LEFT ? [`and ${leftovers.length - MOST_LEFT} more`] : []
  const left = [...leftovers.slice(0, MOST_LEFT), ...more].join('; ')
  const told = reasons.map((reason) => (reason === 'leftovers' && left !== '' ? `${reason}: ${left}` : reason))
  return [...told, ...(detail === null ? [] : [detail])].join(', ')
}

function caseOf(record: DrillRecord): Case {
  const {title, duration_s} = record
  const verdict = drillEnd(record)
  const isGood = verdict === 'pass'
  const words = record.sham && !isGood ? shamFault(record) : reasonWords(record)
  return {
    suite: 'drills',
    className: 'drills',
    name: nameOf(record),
    status: isGood ? 'passed' : stateOf(verdict),
    durationMs: duration_s * 1000,
    ...(!isGood && {
      type: verdict,
      message: `${title}: ${words || verdict}`,
      short: shortWords(record, words || verdict),
    }),
  }
}

/** On a screen, what the signals that were not seen gave instead: nobody should have to open a file for that. */
function shortWords({sham, timeline}: DrillRecord, words: string): string {
  const unseen = timeline.filter(({phase, ok}) => phase === 'detect' && ok === false)
  return sham || unseen.length === 0 ? words : `${words}: ${unseen.map(({what}) => what).join('; ')}`
}

function stateOf(verdict: DrillRecord['verdict']): Case['status'] {
  if (verdict === 'skipped') return 'skipped'
  return verdict === 'fail' || verdict === 'restored' || verdict === 'unsafe-state' ? 'failed' : 'error'
}

function remarksOf(
  records: readonly DrillRecord[],
  {isSham, isLateTold}: {readonly isSham: boolean; readonly isLateTold: boolean},
): string[] {
  const open = records.filter(({revert}) => revert.state === 'failed').map(({id}) => id)
  const bad = records.filter(({verdict}) => verdict === 'fail' || verdict === 'inconclusive')
  return [
    ...(isSham ? ['Nothing was broken: a drill is good when it noticed nothing.'] : []),
    ...(open.length > 0 ? [`Not put back: ${open.join(', ')}. Run assay drills recover.`] : []),
    ...(isSham ? [] : records.filter((one) => isLateTold || one.reasons.every(isLateness)).flatMap(lateness)),
    ...(isSham ? [] : bad.map(({id, runbook}) => `${id}: what to do stands in ${runbook}`)),
  ]
}

const isLateness = (reason: DrillRecord['reasons'][number]) => reason === 'detected_late' || reason === 'recovered_late'

/** A missed objective says little about what was drilled while others had the processors. */
function lateness({id, reasons, load}: DrillRecord): string[] {
  if (!reasons.some(isLateness) || load === undefined || load.average <= load.processors) return []
  const machine = `a load of ${load.average.toFixed(1)} on ${load.processors} processors`
  return [`${id} was late at ${machine}: hold it again where nothing else runs before you look for what is slow`]
}

function rounded(seconds: number | null): number | null {
  return seconds === null ? null : Math.round(seconds * 1000) / 1000
}
